package io.sardonyx.answer;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.json.OneLine;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Formatting of job outcomes as sentences and as JSON. */
public final class OutcomeText {

    private static final int REASON = 300;

    private OutcomeText() {}

    /** The outcome as a predicate, to follow "job NAME". */
    public static String sentence(Outcome outcome) {
        if (outcome instanceof Outcome.Completed completed) {
            return "completed at entry " + completed.position() + skipped(SortedTable.of(completed.skipped()));
        }
        if (outcome instanceof Outcome.Killed killed) {
            return "killed at entry " + killed.position() + said(" by ", killed.by()) + said(": ", killed.reason());
        }
        if (outcome instanceof Outcome.Failed failed) {
            return "failed at entry " + failed.position() + " in task " + failed.task() + said(": ", failed.cause());
        }
        if (outcome instanceof Outcome.Stopped stopped) {
            return "stopped at entry " + stopped.position() + ", "
                    + (stopped.checkpoint() == 0
                            ? "before its first checkpoint"
                            : "at checkpoint " + stopped.checkpoint())
                    + "; it can be resumed";
        }
        return "ended long ago; only its id is remembered";
    }

    /** The number of skipped segments, to follow what became of a job, so that an incomplete result is noticed. */
    public static String skipped(SortedTable<TaskName, Long> skipped) {
        if (skipped.isEmpty()) {
            return "";
        }
        long all = skipped.values().stream().mapToLong(Long::longValue).sum();
        var parts = new ArrayList<String>();
        skipped.forEach((task, count) -> parts.add(Phrases.grouped(count) + " by " + task));
        return ", without " + Phrases.count(all, "segment") + " that error policies left out: "
                + String.join(", ", parts);
    }

    private static String said(String before, @Nullable String what) {
        return what == null ? "" : before + OneLine.of(what, REASON);
    }

    /** Writes status and outcome as fields of a JSON object that is already open. */
    public static void write(JobStatus status, JsonOut out) {
        out.text("job", status.job())
                .text("state", Keywords.of(status.state()))
                .number("peers", status.peers())
                .flag("resumable", status.isResumable());
        Outcome outcome = status.outcome();
        if (outcome instanceof Outcome.Completed completed) {
            out.number("position", completed.position()).beginUnlessEmpty("skipped");
            completed.skipped().forEach((task, count) -> out.number(task.text(), count));
            out.end();
        } else if (outcome instanceof Outcome.Killed killed) {
            out.number("position", killed.position());
            text(out, "by", killed.by());
            text(out, "reason", killed.reason());
        } else if (outcome instanceof Outcome.Failed failed) {
            out.number("position", failed.position()).text("task", failed.task());
            text(out, "reason", failed.cause());
        } else if (outcome instanceof Outcome.Stopped stopped) {
            out.number("position", stopped.position()).number("checkpoint", stopped.checkpoint());
        }
    }

    private static void text(JsonOut out, String key, @Nullable String value) {
        if (value != null) {
            out.text(key, value);
        }
    }
}
