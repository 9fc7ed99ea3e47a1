package io.sardonyx.bench.pair;

import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Three processes on this machine that do a trial together, of which one is killed when each key was there. */
public final class Failover implements AutoCloseable {

    private static final int PROCESSES = 3;

    /** Together no more than other work has in one process, unless there are ten million keys. */
    private static final List<String> FLAGS = List.of("-Xmx3g", "-XX:+UseParallelGC");

    /** At least one checkpoint has all keys by then. */
    private static final long SECONDS_BEFORE = 8;

    private static final long LONG_WINDOW_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long SHORT_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final double SHARE = 0.9;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(4);

    private final List<Remote> processes = new ArrayList<>();

    /** Of those that are alive: how much they have done, and the fewest members that one of them sees. */
    private record Progress(long nanos, long done, int members) {}

    private Failover() {}

    /**
     * Does the trial once, with new processes.
     *
     * @param engineFlags what their JVMs need besides heap and collector
     * @return with the figures {@code noticed}, until a process was missed, and {@code back}, from then until the
     *     others did nearly as much as all did before, {@code donePerSecond}
     */
    public static Outcome run(Class<? extends Half> half, List<String> engineFlags, Trial trial) throws IOException {
        var flags = new ArrayList<>(FLAGS);
        flags.addAll(engineFlags);
        try (var failover = new Failover()) {
            for (int i = 0; i < PROCESSES; i++) {
                failover.processes.add(Remote.start(half, flags));
            }
            return failover.run(trial);
        }
    }

    private Outcome run(Trial trial) throws IOException {
        processes.get(0).tell("listen");
        String address = processes.get(0).answer();
        for (int place = 0; place < PROCESSES; place++) {
            processes.get(place).tell("join " + place + " " + PROCESSES + " " + address);
        }
        awaitAll();
        all("ready " + trial.workload() + " " + trial.variant() + " " + trial.inputs());
        all("run");
        var before = new RateHistory();
        long enough = Additions.filled(trial.inputs()) + SECONDS_BEFORE * Additions.PACED_PER_SECOND;
        until(before, progress -> progress.done >= enough);
        double perSecond = before.perSecond(LONG_WINDOW_NANOS);
        long killed = System.nanoTime();
        processes.remove(PROCESSES - 1).kill();
        var more = new TreeMap<String, Long>();
        more.put("donePerSecond", (long) perSecond);
        long noticed = until(new RateHistory(), progress -> progress.members < PROCESSES);
        more.put("noticed", noticed - killed);
        var after = new RateHistory();
        long back = until(after, progress -> after.perSecond(SHORT_WINDOW_NANOS) >= SHARE * perSecond);
        more.put("back", back - noticed);
        all("await");
        return share(0).with(share(1)).with(Collections.unmodifiableSortedMap(more));
    }

    private Share share(int place) throws IOException {
        processes.get(place).tell("tell");
        return Share.read(processes.get(place).answer());
    }

    private interface Wish {
        boolean isFulfilledBy(Progress progress);
    }

    /** Looks until it is as wished, and says when that was. */
    private long until(RateHistory history, Wish wish) throws IOException {
        long late = System.nanoTime() + LONGEST_NANOS;
        while (true) {
            Progress progress = progress();
            history.add(progress.nanos, progress.done);
            if (wish.isFulfilledBy(progress)) {
                return progress.nanos;
            }
            if (progress.nanos - late > 0) {
                throw new IOException("it takes too long: " + progress);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private Progress progress() throws IOException {
        processes.forEach(process -> process.tell("progress"));
        long done = 0;
        int members = PROCESSES;
        for (Remote process : processes) {
            String[] answer = process.answer().split(" ", -1);
            done += Long.parseLong(answer[0]);
            members = Math.min(members, Integer.parseInt(answer[1]));
        }
        return new Progress(System.nanoTime(), done, members);
    }

    private void all(String order) throws IOException {
        processes.forEach(process -> process.tell(order));
        awaitAll();
    }

    private void awaitAll() throws IOException {
        for (Remote process : processes) {
            process.answer();
        }
    }

    /** The first goes last, since the others may need it. */
    @Override
    public void close() {
        for (int place = processes.size() - 1; place >= 0; place--) {
            processes.get(place).close();
        }
    }
}
