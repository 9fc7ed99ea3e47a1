package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.job.Job;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * A job with its input, and what must come out of it.
 *
 * @param inputs the partitions of each input task
 * @param due what has to be at which output for a number of any input
 * @param doomed whether its input holds what kills it
 * @param mayDie whether it may be killed or complete
 * @param skipping whether it leaves out what its function throws for, or sends it away as dead letters
 */
public record ExpectedJob(
        Job job,
        Map<String, List<List<Object>>> inputs,
        LongFunction<Map<String, List<?>>> due,
        boolean doomed,
        boolean mayDie,
        boolean skipping) {

    /** Under which name the stock knows what an input or output of the job holds. */
    public String stockName(String task) {
        return stockName(job.name(), task);
    }

    public static String stockName(String job, String task) {
        return job + "/" + task;
    }
}
