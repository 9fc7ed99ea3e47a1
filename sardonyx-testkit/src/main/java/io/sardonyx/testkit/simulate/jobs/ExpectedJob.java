package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.job.Job;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * A generated job with its input and its expected result.
 *
 * @param inputs the partitions of each input task
 * @param due the expected segments by output, for a number from any input
 * @param doomed whether its input holds a segment for which it must be killed
 * @param mayDie whether both a kill and completion are correct
 * @param skipping whether its policy skips segments that its function throws for, or sends them to a dead-letter output
 * @param counting whether it keeps {@link CountedState}
 * @param totals whether it gives the totals of that in the end, to each of its outputs
 */
public record ExpectedJob(
        Job job,
        Map<String, List<List<Object>>> inputs,
        LongFunction<Map<String, List<?>>> due,
        boolean doomed,
        boolean mayDie,
        boolean skipping,
        boolean counting,
        boolean totals) {

    /** A job without state. */
    public ExpectedJob(
            Job job,
            Map<String, List<List<Object>>> inputs,
            LongFunction<Map<String, List<?>>> due,
            boolean doomed,
            boolean mayDie,
            boolean skipping) {
        this(job, inputs, due, doomed, mayDie, skipping, false, false);
    }

    /** Name of a task's data in {@link SimulatedData}. */
    public String stockName(String task) {
        return stockName(job.name(), task);
    }

    public static String stockName(String job, String task) {
        return job + "/" + task;
    }
}
