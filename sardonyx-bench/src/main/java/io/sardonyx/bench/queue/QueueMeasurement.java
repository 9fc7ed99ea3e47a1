package io.sardonyx.bench.queue;

import io.sardonyx.json.JsonOut;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One trial as it was measured.
 *
 * @param elapsedNanos with all that comes before the first input and after the last result
 * @param cpuNanos of the contender's process
 * @param brokerNanos CPU of the broker meanwhile
 * @param othersNanos CPU of all other processes meanwhile: how noisy it was
 */
record QueueMeasurement(
        String who,
        QueueTrial trial,
        QueueAnswer answer,
        long elapsedNanos,
        long cpuNanos,
        long brokerNanos,
        long othersNanos) {

    double perSecond() {
        return trial.inputs() * 1e9 / answer.nanos();
    }

    double cpuNanosEach() {
        return (double) cpuNanos / trial.inputs();
    }

    double brokerNanosEach() {
        return (double) brokerNanos / trial.inputs();
    }

    double bothNanosEach() {
        return cpuNanosEach() + brokerNanosEach();
    }

    double cores() {
        return (double) (cpuNanos + brokerNanos) / elapsedNanos;
    }

    double othersCores() {
        return (double) othersNanos / elapsedNanos;
    }

    static double median(List<QueueMeasurement> all, ToDoubleFunction<QueueMeasurement> figure) {
        return median(all.stream().mapToDouble(figure).toArray());
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, %s: %.2f M/s, CPU %.0f + %.0f ns, p50 %d us, whole %.2f s, others' %.2f, deepest %d, %s",
                who,
                trial.line(),
                perSecond() / 1e6,
                cpuNanosEach(),
                brokerNanosEach(),
                answer.p50() / 1_000,
                answer.wholeNanos() / 1e9,
                othersCores(),
                answer.deepest(),
                answer.remark());
    }

    void writeOnto(JsonOut out) {
        out.begin()
                .text("who", who)
                .text("trial", trial.line())
                .number("inputs", trial.inputs())
                .number("perSecond", trial.perSecond())
                .number("nanos", answer.nanos())
                .number("wholeNanos", answer.wholeNanos())
                .number("p50", answer.p50())
                .number("p99", answer.p99())
                .number("cpuNanos", cpuNanos)
                .number("brokerNanos", brokerNanos)
                .number("othersNanos", othersNanos)
                .number("deepest", answer.deepest())
                .text("remark", answer.remark())
                .end();
    }
}
