package io.sardonyx.bench.growth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One size in a JVM of its own. */
final class GrowthCell {

    private static final long FEW_EVENTS = 100;

    private GrowthCell() {}

    /** Takes what grows, its size, whether it is a trial, and the file for what is found. */
    public static void main(String[] args) throws Exception {
        Growth growth = Growth.named(args[0]);
        int size = Integer.parseInt(args[1]);
        boolean quick = Boolean.parseBoolean(args[2]);
        List<String> found;
        if (growth == Growth.SLOW) {
            found = SlowOutput.moments(size);
        } else {
            try (Work work = work(growth, size)) {
                found = List.of(Figures.of(work, quick).line());
            }
        }
        Files.write(Path.of(args[3]), found);
        System.exit(0); // an engine's threads may linger
    }

    private static Work work(Growth growth, int size) throws IOException {
        return switch (growth) {
            case CHAIN -> EventJobs.chain(size);
            case PEERS -> EventJobs.wide(size);
            case JOBS -> EventJobs.together(size);
            case SUBMISSIONS -> EventJobs.submissions(size, FEW_EVENTS);
            case BYTES -> new Sized(size);
            case FILES -> new ManyFiles(size);
            case PLAN -> new Planning(size);
            case SLOW -> throw new IllegalArgumentException("has moments, no figures");
        };
    }
}
