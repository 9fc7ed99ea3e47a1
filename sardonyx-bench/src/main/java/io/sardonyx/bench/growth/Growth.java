package io.sardonyx.bench.growth;

import java.util.List;
import java.util.Locale;

/** Something of which there may be more. */
enum Growth {
    CHAIN(
            "tasks in a chain",
            "events through functions that make a new event each, one peer a task",
            "task and segment",
            List.of(3, 4, 8, 16, 32, 64)),
    PEERS("peers of a task", "one reader, so many peers that map, one output", "segment", List.of(1, 10, 100, 1_000)),
    JOBS(
            "jobs at once",
            "three tasks each; all jobs together read the same number of events however many they are",
            "segment",
            List.of(1, 10, 50, 200)),
    SUBMISSIONS(
            "jobs at once, each submitted, run and ended with 100 events",
            "three tasks each, in a process that has run many such jobs",
            "job",
            List.of(1, 10, 50, 200)),
    BYTES(
            "bytes of a segment",
            "numbers, a function that makes an array of so many bytes, an output, in one process",
            "segment",
            List.of(16, 256, 4_096, 65_536, 1 << 20)),
    FILES(
            "files of one line",
            "one reader, heap of 256 MB, no more descriptors than the shell allows",
            "file",
            List.of(10, 100, 1_000, 10_000, 100_000)),
    PLAN(
            "peers in `plan`",
            "a scenario with 100 jobs of five tasks, read, planned and printed",
            "peer",
            List.of(1_000, 10_000, 100_000)),
    SLOW(
            "1,000 KiB segments behind a slow output",
            "numbers, a function that makes a text of 1,000 KiB, an output that takes 2 ms; heap of 512 MB",
            "segment",
            List.of(3_000));

    private final String what;
    private final String how;
    private final String unit;
    private final List<Integer> sizes;

    Growth(String what, String how, String unit, List<Integer> sizes) {
        this.what = what;
        this.how = how;
        this.unit = unit;
        this.sizes = sizes;
    }

    static Growth named(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("nothing that grows is called " + name + ", only " + List.of(values()));
        }
    }

    String what() {
        return what;
    }

    String how() {
        return how;
    }

    String unit() {
        return unit;
    }

    /** For a trial the most of what takes long is left out. */
    List<Integer> sizes(boolean quick) {
        boolean isLong = this == FILES || this == PLAN;
        return quick && isLong ? sizes.subList(0, sizes.size() - 1) : sizes;
    }

    List<String> flags() {
        return switch (this) {
            case FILES -> List.of("-Xmx256m", "-XX:-MaxFDLimit");
            case SLOW -> List.of("-Xmx512m");
            case PLAN -> List.of("-Xmx2g");
            default -> List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
