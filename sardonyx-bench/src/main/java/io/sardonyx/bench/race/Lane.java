package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.HeapProbe;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The process in which one cell runs: warms up, repeats, and writes all repetitions to a file. */
final class Lane {

    private static final long[] RATES = {10_000, 100_000};
    private static final double FLAT = 0.1;
    private static final int WARM_SUBMITS = 5;
    private static final long WARM_UP_SECONDS = 2;
    private static final int MOST_WARM_UPS = 6;

    private final Cell cell;
    private final Effort effort;
    private final Contender contender;
    private final Meter meter;

    private Lane(Cell cell, Effort effort, Contender contender) {
        this.cell = cell;
        this.effort = effort;
        this.contender = contender;
        this.meter = new Meter(contender);
    }

    public static void main(String[] args) throws Exception {
        var cell = new Cell(args[0], Workload.valueOf(args[1]), args[2]);
        try (Contender contender = Contenders.named(cell.engine())) {
            var found = new Lane(cell, Effort.named(args[3]), contender).repetitions();
            new Findings(cell, contender.version(), found).writeTo(Path.of(args[4]));
        }
        System.exit(0); // an engine's threads may linger
    }

    private List<Repetition> repetitions() throws Exception {
        if (cell.workload() == Workload.W6) {
            return List.of(startUp());
        }
        contender.open(cell.workload());
        return switch (cell.workload()) {
            case W5 -> latencies();
            case W10 -> List.of(manyKeys());
            case W11 ->
                List.of(meter.measure(Trial.fast(cell.workload(), cell.variant(), Additions.filling(effort.keys()))));
            default -> rates();
        };
    }

    private List<Repetition> rates() throws Exception {
        Trial trial = warmedUp();
        var found = new ArrayList<Repetition>();
        while (found.size() < Quietest.WANTED || found.size() < effort.most() && !Quietest.suffice(found)) {
            found.add(meter.measure(trial));
        }
        return found;
    }

    /** The trial that was large enough, after which the rate no longer changed. */
    private Trial warmedUp() throws Exception {
        long began = System.nanoTime();
        long cpuNanos = 0;
        double lastRate = 0;
        var trial = Trial.fast(cell.workload(), cell.variant(), cell.workload().fewInputs());
        long leastNanos = leastNanos(trial);
        while (true) {
            Repetition repetition = meter.measure(trial);
            cpuNanos += repetition.cpuNanos();
            boolean isLate = System.nanoTime() - began > effort.warmUpSeconds() * 1_000_000_000;
            boolean isFlat = Math.abs(repetition.perSecond() / lastRate - 1) < FLAT;
            lastRate = repetition.perSecond();
            if (repetition.nanos() < leastNanos) {
                trial = Trial.fast(cell.workload(), cell.variant(), trial.inputs() * 2);
            } else if (isLate || isFlat && cpuNanos > warmUpCpuNanos()) {
                return trial;
            }
        }
    }

    /** Two processes are warm when each of them is, and while they share the cores nothing is compiled at leisure. */
    private long warmUpCpuNanos() {
        return effort.warmUpCpuSeconds() * 1_000_000_000 * (cell.workload() == Workload.W7 ? 6 : 1);
    }

    /** What snapshots every second cost shows only where there is a snapshot. */
    private long leastNanos(Trial trial) {
        long millis = effort.repetitionMillis() / 2;
        return 1_000_000 * (trial.hasCheckpoints() ? Math.max(1_500, millis) : millis);
    }

    private List<Repetition> latencies() throws Exception {
        for (long rate : RATES) {
            warmUp(Trial.paced(cell.workload(), cell.variant(), rate, WARM_UP_SECONDS));
        }
        var found = new ArrayList<Repetition>();
        for (long rate : RATES) {
            /* What lives since the start is old; else each young collection of the run would copy it anew. */
            System.gc();
            found.add(meter.measure(Trial.paced(cell.workload(), cell.variant(), rate, effort.latencySeconds())));
        }
        return found;
    }

    /** Repeats a paced trial until its CPU time no longer changes: at such rates the compiler takes its time. */
    private void warmUp(Trial trial) throws Exception {
        double last = 0;
        for (int i = 0; i < MOST_WARM_UPS; i++) {
            double cpuNanos = meter.measure(trial).cpuNanos();
            if (Math.abs(cpuNanos / last - 1) < FLAT) {
                return;
            }
            last = cpuNanos;
        }
    }

    /** Once to warm up and for the heap, and once for the rate and the turns. */
    private Repetition manyKeys() throws Exception {
        long keys = effort.keys();
        var trial = Trial.fast(cell.workload(), cell.variant(), keys * Additions.PER_KEY);
        HeapProbe.arm();
        meter.measure(trial);
        long bytes = HeapProbe.bytes();
        System.gc();
        var more = new TreeMap<String, Long>();
        more.put("heapBytes", bytes);
        more.put("keys", keys);
        try (var turns = new TurnRecording()) {
            Repetition timed = meter.measure(trial);
            more.putAll(turns.figures());
            return new Repetition(timed.inputs(), timed.nanos(), timed.cpuNanos(), timed.othersNanos(), more);
        }
    }

    private Repetition startUp() throws Exception {
        long bornMillis = ManagementFactory.getRuntimeMXBean().getStartTime();
        long before = System.nanoTime();
        contender.open(Workload.W6);
        long opened = System.nanoTime();
        var trial = Trial.fast(Workload.W6, cell.variant(), Workload.W6.fewInputs());
        contender.run(trial);
        long firstNanos = (System.currentTimeMillis() - bornMillis) * 1_000_000;
        long resident = Machine.residentKibibytes();
        Repetition first = meter.measure(trial);
        double[] submits = new double[WARM_SUBMITS];
        for (int i = 0; i < WARM_SUBMITS; i++) {
            long began = System.nanoTime();
            contender.run(trial);
            submits[i] = System.nanoTime() - began;
        }
        var more = new TreeMap<String, Long>();
        more.put("boot", opened - before);
        more.put("first", firstNanos);
        more.put("submit", (long) Quietest.median(submits));
        more.put("residentKiB", resident);
        return new Repetition(first.inputs(), first.nanos(), first.cpuNanos(), first.othersNanos(), more);
    }
}
