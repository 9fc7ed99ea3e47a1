package io.sardonyx.entry;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.Field;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import java.math.BigDecimal;
import java.util.List;

/** Codec of a job's outline as the arguments of its submission; parts of it are shared with the view of a replica. */
public final class OutlineCodec {

    private OutlineCodec() {}

    static Outline read(Field args) {
        Field id = args.at("id");
        var draft = new JobDraft(id.as(JobId::of));
        draft.list(args.at("tasks"));
        draft.tasks(args.atEither("inputs", "input-tasks")).forEach(TaskDraft::markInput);
        draft.properties(args::at);
        draft.tasks(args.atEither("outputs", "output-tasks")).forEach(TaskDraft::markOutput);
        draft.scheduler(args.at("task-scheduler"));
        draft.percentageOf(args.at("percentage"));
        draft.saturation(args.at("saturation"));
        draft.delivery(args.at("delivery"));
        draft.wholeOnly(
                !args.at("whole-only").isAbsent() && args.at("whole-only").flag());
        draft.contentHash(args.at("job-hash"));
        draft.keep(args.at("keep"));
        return draft.job(args);
    }

    static void write(Outline job, JsonOut out) {
        out.text("id", job.id()).texts("tasks", names(job));
        out.text("task-scheduler", Keywords.of(job.scheduler()));
        saturation(out, "saturation", job);
        percentage(out, "percentage", job);
        PROPERTIES.forEach(property -> property.writeTo(out, property.key(), job));
        out.textsUnlessEmpty("inputs", job.inputs()).textsUnlessEmpty("outputs", job.outputs());
        if (job.delivery() != Delivery.AUTOMATIC) {
            out.text("delivery", Keywords.of(job.delivery()));
        }
        if (isExplicitlyWhole(job)) {
            out.flag("whole-only", true);
        }
        if (!job.contentHash().isEmpty()) {
            out.text("job-hash", job.contentHash());
        }
        if (job.hasCheckpoints()) {
            out.number("keep", job.keep());
        }
    }

    /** A property of tasks under one key; tasks with the default value are left out. */
    record TaskProperty(String key, Written written) {

        /** Writes the property of a task, unless it has the default value. */
        private interface Written {
            void property(Task task, JsonOut out);
        }

        void writeTo(JsonOut out, String under, Outline job) {
            out.beginUnlessEmpty(under);
            job.tasks().forEach(task -> written.property(task, out));
            out.end();
        }
    }

    static final TaskProperty PERCENTAGES = new TaskProperty("task-percentages", (task, out) -> {
        if (!task.percentage().equals(Percentage.ZERO)) {
            out.number(task.name().text(), task.percentage().value());
        }
    });

    static final TaskProperty MAXIMUMS = new TaskProperty("task-saturation", (task, out) -> {
        if (task.bounds().max() != Bounds.UNBOUNDED) {
            out.number(task.name().text(), task.bounds().max());
        }
    });

    static final TaskProperty MINIMUMS = new TaskProperty("min-required-peers", (task, out) -> {
        if (task.bounds().min() != Bounds.DEFAULT.min()) {
            out.number(task.name().text(), task.bounds().min());
        }
    });

    static final TaskProperty FLUX = new TaskProperty("flux-policies", (task, out) -> {
        if (task.flux() != Flux.CONTINUE) {
            out.text(task.name().text(), Keywords.of(task.flux()));
        }
    });

    static final TaskProperty TAGS = new TaskProperty(
            "required-tags",
            (task, out) -> out.textsUnlessEmpty(task.name().text(), task.tags().words()));

    private static final List<TaskProperty> PROPERTIES = List.of(PERCENTAGES, MAXIMUMS, MINIMUMS, FLUX, TAGS);

    public static List<String> names(Outline job) {
        return job.tasks().stream().map(task -> task.name().text()).toList();
    }

    static void saturation(JsonOut out, String key, Outline job) {
        if (job.saturation() == Bounds.UNBOUNDED) {
            out.text(key, "infinity");
        } else {
            out.number(key, job.saturation());
        }
    }

    static void percentage(JsonOut out, String key, Outline job) {
        BigDecimal value = job.percentage().value();
        if (value.signum() > 0) {
            out.number(key, value);
        }
    }

    /** Whether the flag has to be written; a direct job is whole-only anyway. */
    static boolean isExplicitlyWhole(Outline job) {
        return job.wholeOnly() && job.delivery() != Delivery.DIRECT;
    }
}
