package io.sardonyx.bench.growth;

import io.sardonyx.bench.race.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one size costs: the repetition with the median of CPU time.
 *
 * @param units of work
 * @param nanos that they took by the clock
 * @param cpuNanos of this process for them
 * @param othersNanos CPU of all other processes meanwhile
 * @param fixedCpuNanos besides: what the same takes with hardly any input; 0 where inputs cannot be asked for
 */
record Figures(long units, long nanos, long cpuNanos, long othersNanos, long fixedCpuNanos) {

    /** Repeats work until it is warm and takes long enough, then measures it. */
    static Figures of(Work work, boolean quick) throws Exception {
        long leastNanos = TimeUnit.MILLISECONDS.toNanos(quick ? 500 : 2_000);
        long warmCpuNanos = TimeUnit.SECONDS.toNanos(quick ? 4 : 12);
        long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(quick ? 8 : 40);
        long cpuNanos = 0;
        long inputs = work.fewInputs();
        for (boolean isWarm = false; !isWarm; ) {
            Figures once = once(work, inputs);
            cpuNanos += once.cpuNanos + once.fixedCpuNanos;
            boolean isLong = inputs == 0 || once.nanos >= leastNanos;
            isWarm = isLong && (cpuNanos > warmCpuNanos || System.nanoTime() - late > 0);
            inputs = isLong ? inputs : inputs * 2;
        }
        var all = new ArrayList<Figures>();
        for (int i = 0; i < (quick ? 1 : 3); i++) {
            all.add(longEnough(work, inputs, leastNanos));
        }
        return median(all);
    }

    static Figures median(List<Figures> all) {
        List<Figures> sorted = all.stream()
                .sorted(Comparator.comparingDouble(Figures::cpuNanosEach))
                .toList();
        return sorted.get(sorted.size() / 2);
    }

    /** What is done in a moment is done several times. */
    private static Figures longEnough(Work work, long inputs, long leastNanos) throws Exception {
        Figures sum = once(work, inputs);
        while (sum.nanos < leastNanos && inputs == 0) {
            Figures next = once(work, inputs);
            sum = new Figures(
                    sum.units + next.units,
                    sum.nanos + next.nanos,
                    sum.cpuNanos + next.cpuNanos,
                    sum.othersNanos + next.othersNanos,
                    0);
        }
        return sum;
    }

    /** With inputs, by how much more it takes than with hardly any, which is to submit, to begin and to end. */
    private static Figures once(Work work, long inputs) throws Exception {
        return inputs == 0 ? whole(work, 0) : whole(work, inputs).beyond(whole(work, 1));
    }

    private static Figures whole(Work work, long inputs) throws Exception {
        Machine before = Machine.now();
        long began = System.nanoTime();
        long units = work.run(inputs);
        long nanos = System.nanoTime() - began;
        Machine used = Machine.now().since(before);
        return new Figures(units, nanos, used.cpuNanos(), used.othersNanos(), 0);
    }

    Figures beyond(Figures base) {
        return new Figures(
                units - base.units,
                Math.max(1, nanos - base.nanos),
                Math.max(0, cpuNanos - base.cpuNanos),
                othersNanos,
                base.cpuNanos);
    }

    double cpuNanosEach() {
        return (double) cpuNanos / units;
    }

    double perSecond() {
        return units * 1e9 / nanos;
    }

    double cores() {
        return (double) cpuNanos / nanos;
    }

    double othersCores() {
        return (double) othersNanos / nanos;
    }

    String line() {
        return units + " " + nanos + " " + cpuNanos + " " + othersNanos + " " + fixedCpuNanos;
    }

    static Figures read(String line) {
        String[] figures = line.split(" ", -1);
        return new Figures(
                Long.parseLong(figures[0]),
                Long.parseLong(figures[1]),
                Long.parseLong(figures[2]),
                Long.parseLong(figures[3]),
                Long.parseLong(figures[4]));
    }
}
