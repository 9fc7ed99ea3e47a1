package io.sardonyx.answer;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Rewinds;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.json.OneLine;
import io.sardonyx.replica.Run;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointStep;
import io.sardonyx.report.TaskReport.Rewound;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        if (checkpoints.latestNumber() == 0) {
            lines.add("no checkpoint is complete yet");
        } else {
            lines.add(latest(checkpoints, told, figures));
            lines.addAll(slowest(checkpoints, told));
        }
        if (told.expired() > 0) {
            lines.add(Phrases.count(told.expired(), "checkpoint") + " took longer than the timeout");
        }
        if (checkpoints.stopping()) {
            lines.add("it is stopping: it ends with its next checkpoint");
        }
        if (checkpoints.rewinds().count() > 0) {
            lines.add(rewinds(checkpoints.rewinds()));
            lines.addAll(again(run, figures));
        }
        return lines;
    }

    /** The same in a few words, for a line of {@code top}; empty for a job without checkpoints. */
    public static String brief(Run run, JobFigures figures) {
        if (!run.job().hasCheckpoints()) {
            return "";
        }
        Checkpoints checkpoints = run.checkpoints();
        CheckpointFigures told = told(figures);
        var words = new ArrayList<String>();
        words.add(checkpoints.latestNumber() == 0 ? "no checkpoint yet" : "checkpoint " + checkpoints.latestNumber());
        if (told.number() == checkpoints.latestNumber()) {
            words.addAll(age(told, figures));
            if (told.steps().isKnown()) {
                CheckpointStep step = told.steps().longest();
                words.add("longest " + Keywords.of(step) + " "
                        + Phrases.seconds(told.steps().millis(step)));
                words.add("slowest " + told.slowest());
            }
        }
        if (checkpoints.rewinds().count() > 0) {
            words.add(Phrases.count(checkpoints.rewinds().count(), "rewind"));
        }
        return String.join(", ", words);
    }

    /** Which checkpoint a job would go back to, and since when; empty for a job without checkpoints. */
    public static String inForce(Run run) {
        CompletedCheckpoint latest = run.checkpoints().latest();
        if (!run.job().hasCheckpoints()) {
            return "";
        }
        return latest == null
                ? "no checkpoint is complete yet"
                : name(latest) + " is in force since entry " + latest.position();
    }

    /** A checkpoint by its number, and by its job if that is another one; for null the beginning of the job. */
    static String name(@Nullable CompletedCheckpoint checkpoint) {
        return checkpoint == null
                ? "its beginning"
                : "checkpoint " + checkpoint.number() + (checkpoint.of() == null ? "" : " of job " + checkpoint.of());
    }

    /** Why a job went back. */
    static String reason(String told) {
        return told.isEmpty() ? "its peers changed" : OneLine.of(told, REASON);
    }

    private static CheckpointFigures told(JobFigures figures) {
        return figures.tasks().stream()
                .map(TaskReport::checkpoint)
                .reduce(CheckpointFigures.NONE, CheckpointFigures::later);
    }

    private static String latest(Checkpoints checkpoints, CheckpointFigures told, JobFigures figures) {
        long number = checkpoints.latestNumber();
        List<String> age = told.number() == number ? age(told, figures) : List.of();
        return "checkpoint " + number + " is the latest"
                + (age.isEmpty() ? "" : ", complete " + String.join(", ", age))
                + (checkpoints.named().isEmpty()
                        ? ""
                        : ", " + Phrases.some(checkpoints.named().keys(), ", ") + " kept by name");
    }

    /** How old it is, how long it took and how large it is, as far as that is known. */
    private static List<String> age(CheckpointFigures told, JobFigures figures) {
        if (told.atMillis() == 0) {
            return List.of();
        }
        String age = Phrases.seconds(Math.max(0, figures.atMillis() - told.atMillis())) + " ago after "
                + Phrases.seconds(told.tookMillis());
        return told.bytes() == 0 ? List.of(age) : List.of(age, Phrases.grouped(told.bytes()) + " bytes");
    }

    /** Who was slow, and in which step. */
    private static List<String> slowest(Checkpoints checkpoints, CheckpointFigures told) {
        if (told.number() != checkpoints.latestNumber() || told.slowest().isEmpty()) {
            return List.of();
        }
        if (!told.steps().isKnown()) {
            return List.of(told.slowest() + " was the last to ack it");
        }
        CheckpointStep step = told.steps().longest();
        String longest = "longest, for " + Phrases.seconds(told.steps().millis(step)) + ", ";
        return List.of(
                switch (step) {
                    case MARK -> longest + "its mark was on its way; " + told.slowest() + " held it up";
                    case ALIGN -> longest + told.slowest() + " waited for its mark from all before it";
                    case WRITE -> longest + told.slowest() + " wrote its state or output";
                    case MANIFEST -> longest + "its manifest was stored; the slowest peer was " + told.slowest();
                    case ENTRY -> longest + "its entry came into the log; the slowest peer was " + told.slowest();
                });
    }

    private static String rewinds(Rewinds rewinds) {
        return "it went back to a checkpoint " + (rewinds.count() == 1 ? "once" : rewinds.count() + " times")
                + ", last at entry " + rewinds.position() + ": " + reason(rewinds.reason());
    }

    /** What the latest rewind took back, if a process that was there before knows something. */
    public static List<String> again(Run run, JobFigures figures) {
        Rewound again = told(figures).again();
        return isLatest(again, run)
                ? List.of("inputs that were there before read " + Phrases.count(again.segments(), "segment")
                        + " again, which had taken " + Phrases.seconds(again.millis()))
                : List.of();
    }

    private static boolean isLatest(Rewound again, Run run) {
        return again.isKnown()
                && again.position() == run.checkpoints().rewinds().position();
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
        if (told.number() == checkpoints.latestNumber() && told.atMillis() > 0) {
            write(told, figures, out);
        }
        out.number("expired", told.expired())
                .number("rewinds", checkpoints.rewinds().count());
        if (checkpoints.rewinds().count() > 0) {
            out.number("rewoundAt", checkpoints.rewinds().position())
                    .text("rewoundBecause", checkpoints.rewinds().reason());
        }
        if (isLatest(told.again(), run)) {
            out.begin("again")
                    .number("segments", told.again().segments())
                    .number("millis", told.again().millis())
                    .end();
        }
        out.end();
    }

    private static void write(CheckpointFigures told, JobFigures figures, JsonOut out) {
        out.number("ageMillis", Math.max(0, figures.atMillis() - told.atMillis()))
                .number("tookMillis", told.tookMillis())
                .text("slowest", told.slowest());
        if (told.bytes() > 0) {
            out.number("bytes", told.bytes());
        }
        if (told.steps().isKnown()) {
            out.text("longest", Keywords.of(told.steps().longest()));
            ReportDocument.write(told.steps(), out);
        }
    }
}
