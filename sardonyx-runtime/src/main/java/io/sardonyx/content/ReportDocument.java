package io.sardonyx.content;

import io.sardonyx.job.outline.Cause;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.plugin.Extent;
import io.sardonyx.port.Documents;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointStep;
import io.sardonyx.report.TaskReport.CheckpointSteps;
import io.sardonyx.report.TaskReport.Rewound;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Codec of the document {@code stats/JOB/GROUP}: a {@link JobReport} as JSON. */
public final class ReportDocument {

    /** Most tasks, and most connections, in a report. */
    static final int MOST = 500;

    private ReportDocument() {}

    /** Name of a group's report on a job. */
    public static String name(JobId job, GroupId group) {
        return DocumentName.of(DocumentSweeper.STATS, job, group.text());
    }

    /** The group whose report has that name; null when it is no report. */
    static @Nullable GroupId groupOf(String name) {
        String[] parts = name.split("/", -1);
        return parts.length == 3 && parts[0].equals(DocumentSweeper.STATS) ? GroupId.of(parts[2]) : null;
    }

    /** Prefix of the names of all reports on a job. */
    static String prefix(JobId job) {
        return DocumentName.of(DocumentSweeper.STATS, job) + "/";
    }

    /** Decodes a report. */
    public static JobReport read(byte[] body) {
        Field root = Json.read(body);
        var tasks = new ArrayList<TaskReport>();
        for (Field task : root.at("tasks").fields()) {
            tasks.add(new TaskReport(
                    task.nameAs(TaskName::of),
                    task.at("peers").count(0),
                    number(task, "taken"),
                    number(task, "given"),
                    known(task, "batches"),
                    number(task, "skipped"),
                    number(task, "openRoots"),
                    number(task, "replays"),
                    number(task, "takenPerSecond"),
                    number(task, "givenPerSecond"),
                    extent(task),
                    task.at("inputFull").flag(),
                    task.at("outputFull").flag(),
                    waiting(task.at("waiting")),
                    !task.at("waitsInCalls").isAbsent()
                            && task.at("waitsInCalls").flag(),
                    queues(task.at("queues")),
                    checkpoint(task.at("checkpoint")),
                    states(task.at("states"))));
        }
        int leftOut = root.at("leftOut").isAbsent() ? 0 : root.at("leftOut").count(0);
        return new JobReport(number(root, "at"), tasks, links(root.at("links")), leftOut);
    }

    private static QueueFigures queues(Field queues) {
        return queues.isAbsent()
                ? QueueFigures.NONE
                : new QueueFigures(
                        number(queues, "depth"),
                        number(queues, "commits"),
                        number(queues, "redelivered"),
                        number(queues, "retried"));
    }

    private static CheckpointFigures checkpoint(Field checkpoint) {
        return checkpoint.isAbsent()
                ? CheckpointFigures.NONE
                : new CheckpointFigures(
                        number(checkpoint, "number"),
                        number(checkpoint, "at"),
                        number(checkpoint, "tookMillis"),
                        checkpoint.at("slowest").textOr(""),
                        number(checkpoint, "expired"),
                        known(checkpoint, "bytes"),
                        steps(checkpoint.at("steps")),
                        known(checkpoint, "rewinds"),
                        again(checkpoint.at("again")));
    }

    private static CheckpointSteps steps(Field steps) {
        return steps.isAbsent()
                ? CheckpointSteps.UNKNOWN
                : new CheckpointSteps(
                        number(steps, "mark"),
                        number(steps, "align"),
                        number(steps, "write"),
                        number(steps, "manifest"),
                        number(steps, "entry"));
    }

    private static Rewound again(Field again) {
        return again.isAbsent()
                ? Rewound.NONE
                : new Rewound(number(again, "position"), number(again, "segments"), number(again, "millis"));
    }

    private static List<StateFigures> states(Field states) {
        return states.fields().stream()
                .map(state -> new StateFigures(state.name(), number(state, "keys"), number(state, "bytes")))
                .toList();
    }

    private static Extent extent(Field task) {
        return task.at("all").isAbsent()
                ? Extent.NONE
                : new Extent(number(task, "behind"), task.at("all").whole(-1, Long.MAX_VALUE));
    }

    private static @Nullable Waiting waiting(Field waiting) {
        return waiting.isAbsent()
                ? null
                : new Waiting(waiting.at("reason").text(), number(waiting, "since"), number(waiting, "next"));
    }

    private static List<LinkState> links(Field all) {
        var links = new ArrayList<LinkState>();
        for (Field link : all.isAbsent() ? List.<Field>of() : all.items()) {
            links.add(new LinkState(
                    link.at("from").as(Site::new),
                    link.at("to").as(Site::new),
                    link.at("up").flag(),
                    link.at("slow").flag(),
                    number(link, "downMillis"),
                    link.at("problem").isAbsent() ? null : link.at("problem").text()));
        }
        return links;
    }

    /** A number that a process of an older release does not tell. */
    private static long known(Field object, String key) {
        return object.at(key).isAbsent() ? 0 : number(object, key);
    }

    private static long number(Field object, String key) {
        return object.at(key).whole(0, Long.MAX_VALUE);
    }

    /** Encodes a report as JSON; tasks and connections beyond the size of a document are omitted. */
    public static byte[] bytes(JobReport report) {
        byte[] bytes = bytes(report, MOST);
        for (int most = MOST / 2; bytes.length > Documents.MAX_BYTES && most > 0; most /= 2) {
            bytes = bytes(report, most);
        }
        return bytes;
    }

    private static byte[] bytes(JobReport report, int most) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin().number("at", report.atMillis());
        int missing = report.leftOut()
                + Math.max(0, report.tasks().size() - most)
                + Math.max(0, report.links().size() - most);
        if (missing > 0) {
            out.number("leftOut", missing);
        }
        out.begin("tasks");
        report.tasks().stream().limit(most).forEach(task -> {
            out.begin(task.task().text());
            write(task, out);
            out.end();
        });
        out.end();
        write(report.links().stream().limit(most).toList(), out);
        out.end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the connections into an open JSON object. */
    public static void write(List<LinkState> links, JsonOut out) {
        out.beginList("links");
        links.forEach(link -> {
            out.begin()
                    .text("from", link.from())
                    .text("to", link.to())
                    .flag("up", link.up())
                    .flag("slow", link.slow())
                    .number("downMillis", link.downMillis());
            String problem = link.problem();
            if (problem != null) {
                out.text("problem", Cause.cut(problem));
            }
            out.end();
        });
        out.endList();
    }

    private static void write(CheckpointFigures checkpoint, JsonOut out) {
        if (checkpoint.isNone()) {
            return;
        }
        out.begin("checkpoint")
                .number("number", checkpoint.number())
                .number("at", checkpoint.atMillis())
                .number("tookMillis", checkpoint.tookMillis())
                .text("slowest", checkpoint.slowest())
                .number("expired", checkpoint.expired());
        if (checkpoint.bytes() > 0) {
            out.number("bytes", checkpoint.bytes());
        }
        write(checkpoint.steps(), out);
        if (checkpoint.rewinds() > 0) {
            out.number("rewinds", checkpoint.rewinds());
        }
        if (checkpoint.again().isKnown()) {
            out.begin("again")
                    .number("position", checkpoint.again().position())
                    .number("segments", checkpoint.again().segments())
                    .number("millis", checkpoint.again().millis())
                    .end();
        }
        out.end();
    }

    /** Writes how long the steps of a checkpoint took as a field of an open JSON object, if that is known. */
    public static void write(CheckpointSteps steps, JsonOut out) {
        if (steps.isKnown()) {
            out.begin("steps");
            for (CheckpointStep step : CheckpointStep.values()) {
                out.number(Keywords.of(step), steps.millis(step));
            }
            out.end();
        }
    }

    private static void writeStates(List<StateFigures> states, JsonOut out) {
        if (states.isEmpty()) {
            return;
        }
        out.begin("states");
        for (StateFigures state : states) {
            out.begin(state.state())
                    .number("keys", state.keys())
                    .number("bytes", state.bytes())
                    .end();
        }
        out.end();
    }

    /** Writes a task's counters into an open JSON object. */
    public static void write(TaskReport task, JsonOut out) {
        out.number("peers", task.peers())
                .number("taken", task.taken())
                .number("given", task.given())
                .number("batches", task.batches())
                .number("skipped", task.skipped())
                .number("openRoots", task.openRoots())
                .number("replays", task.replays())
                .number("takenPerSecond", task.takenPerSecond())
                .number("givenPerSecond", task.givenPerSecond())
                .flag("inputFull", task.inputFull())
                .flag("outputFull", task.outputFull());
        if (!task.extent().equals(Extent.NONE)) {
            out.number("behind", task.extent().behind())
                    .number("all", task.extent().all());
        }
        if (task.waitsInCalls()) {
            out.flag("waitsInCalls", true);
        }
        if (!task.queues().equals(QueueFigures.NONE)) {
            out.begin("queues")
                    .number("depth", task.queues().depth())
                    .number("commits", task.queues().commits())
                    .number("redelivered", task.queues().redelivered())
                    .number("retried", task.queues().retried())
                    .end();
        }
        write(task.checkpoint(), out);
        writeStates(task.states(), out);
        Waiting waiting = task.waiting();
        if (waiting != null) {
            out.begin("waiting")
                    .text("reason", waiting.reason())
                    .number("since", waiting.sinceMillis())
                    .number("next", waiting.nextMillis())
                    .end();
        }
    }
}
