package io.sardonyx.answer;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.Rewinds;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.OneLine;
import io.sardonyx.replica.Run;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import java.util.ArrayList;
import java.util.List;

/** The checkpoints of a live job in sentences: the latest, how long it took, and how often the job went back. */
public final class CheckpointText {

    private static final int REASON = 300;

    private CheckpointText() {}

    /** What the log says of the checkpoints of a job; nothing of a job without. */
    static List<String> lines(Run run) {
        return lines(run, JobFigures.of(List.of(), List.of(), 0));
    }

    /** What the log and the latest reports say of the checkpoints of a job; nothing of a job without. */
    public static List<String> lines(Run run, JobFigures figures) {
        if (!run.job().hasCheckpoints()) {
            return List.of();
        }
        Checkpoints checkpoints = run.checkpoints();
        CheckpointFigures told = told(figures);
        var lines = new ArrayList<String>();
        lines.add(
                checkpoints.latestNumber() == 0 ? "no checkpoint is complete yet" : latest(checkpoints, told, figures));
        if (told.expired() > 0) {
            lines.add(Phrases.count(told.expired(), "checkpoint") + " took longer than the timeout");
        }
        if (checkpoints.stopping()) {
            lines.add("it is stopping: it ends with its next checkpoint");
        }
        if (checkpoints.rewinds().count() > 0) {
            lines.add(rewinds(checkpoints.rewinds()));
        }
        return lines;
    }

    private static CheckpointFigures told(JobFigures figures) {
        return figures.tasks().stream()
                .map(TaskReport::checkpoint)
                .reduce(CheckpointFigures.NONE, CheckpointFigures::later);
    }

    private static String latest(Checkpoints checkpoints, CheckpointFigures told, JobFigures figures) {
        long number = checkpoints.latestNumber();
        String named = checkpoints.named().isEmpty()
                ? ""
                : ", " + Phrases.some(checkpoints.named().keys(), ", ") + " kept by name";
        if (told.number() != number) {
            return "checkpoint " + number + " is the latest" + named;
        }
        return "checkpoint " + number + " is the latest, complete "
                + Phrases.seconds(Math.max(0, figures.atMillis() - told.atMillis())) + " ago after "
                + Phrases.seconds(told.tookMillis())
                + (told.slowest().isEmpty() ? "" : ", " + told.slowest() + " was the last to ack it") + named;
    }

    private static String rewinds(Rewinds rewinds) {
        return "it went back to a checkpoint " + (rewinds.count() == 1 ? "once" : rewinds.count() + " times")
                + ", last at entry " + rewinds.position() + ": "
                + (rewinds.reason().isEmpty() ? "its peers changed" : OneLine.of(rewinds.reason(), REASON));
    }

    /** Writes the same as a field of a JSON object that is already open. */
    public static void write(Run run, JobFigures figures, JsonOut out) {
        if (!run.job().hasCheckpoints()) {
            return;
        }
        Checkpoints checkpoints = run.checkpoints();
        CheckpointFigures told = told(figures);
        out.begin("checkpoints")
                .number("latest", checkpoints.latestNumber())
                .number("kept", checkpoints.kept().size());
        out.textsUnlessEmpty("names", checkpoints.named().keys()).flag("stopping", checkpoints.stopping());
        if (told.number() > 0) {
            out.number("ageMillis", Math.max(0, figures.atMillis() - told.atMillis()))
                    .number("tookMillis", told.tookMillis())
                    .text("slowest", told.slowest());
        }
        out.number("expired", told.expired())
                .number("rewinds", checkpoints.rewinds().count());
        if (checkpoints.rewinds().count() > 0) {
            out.number("rewoundAt", checkpoints.rewinds().position())
                    .text("rewoundBecause", checkpoints.rewinds().reason());
        }
        out.end();
    }
}
