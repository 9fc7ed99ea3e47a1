package io.sardonyx.jobfile;

import io.sardonyx.entry.JobDraft;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Grouping;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.job.Tuning;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Parser of a task in a job file. */
final class TaskReader {

    /** Handlers by key; keys that only make sense together are read separately. */
    static final Map<String, BiConsumer<TaskBuilder, Field>> READERS = readers();

    private TaskReader() {}

    private static Map<String, BiConsumer<TaskBuilder, Field>> readers() {
        var readers = new LinkedHashMap<String, BiConsumer<TaskBuilder, Field>>();
        readers.put("input", (task, field) -> task.input(CallReader.plugin(field)));
        readers.put("identify", (task, field) -> task.identify(field.flag()));
        readers.put("output", (task, field) -> task.output(CallReader.plugin(field)));
        readers.put("fn", (task, field) -> task.function(CallReader.method(field)));
        readers.put("batch", (task, field) -> task.batch(field.flag()));
        readers.put("groupBy", (task, field) -> task.grouping(grouping(field)));
        readers.put("percentage", (task, field) -> task.percentage(JobDraft.percentage(field)));
        readers.put("tags", (task, field) -> task.tags(field.all(text -> text).toArray(String[]::new)));
        readers.put("flux", (task, field) -> task.flux(Keywords.read(field, Flux.CONTINUE)));
        readers.put("onError", (task, field) -> task.onError(errors(field)));
        readers.put("batchSize", (task, field) -> tune(task, field, tuning -> tuning.batchesOf(field.count(1))));
        readers.put(
                "pendingRoots",
                (task, field) -> tune(task, field, tuning -> tuning.pending(field.count(1), tuning.pendingTimeout())));
        readers.put(
                "pendingTimeout",
                (task, field) -> tune(task, field, tuning -> tuning.pending(tuning.pendingRoots(), field.duration())));
        readers.put("attempts", (task, field) -> tune(task, field, tuning -> tuning.poisonAfter(field.count(1))));
        readers.put(
                "roots",
                (task, field) -> tune(task, field, tuning -> tuning.with(Keywords.read(field, Tuning.Roots.BATCH))));
        readers.put("blocking", (task, field) -> tune(task, field, tuning -> tuning.blocking(field.flag())));
        readers.put("turnLimit", (task, field) -> tune(task, field, tuning -> tuning.limitedTo(field.duration())));
        readers.put("patience", (task, field) -> tune(task, field, tuning -> tuning.patient(field.duration())));
        return readers;
    }

    /** A change of one tuning parameter. */
    private interface Change {
        Tuning of(Tuning tuning);
    }

    private static void tune(TaskBuilder task, Field field, Change change) {
        task.tuned(tuning -> field.made(change::of, tuning));
    }

    /** The number of peers: exact, or bounds. */
    static void readPeers(Field entry, TaskBuilder task) {
        Field exactly = entry.at("peers");
        Field min = entry.at("min");
        Field max = entry.at("max");
        if (exactly.isAbsent()) {
            task.peers(min.isAbsent() ? Bounds.DEFAULT.min() : min.count(0), JobDraft.bound(max));
        } else if (min.isAbsent() && max.isAbsent()) {
            task.peers(exactly.count(1));
        } else {
            throw exactly.wrong("says exactly how many, so \"min\" and \"max\" are not needed; leave them out");
        }
    }

    private static Grouping grouping(Field field) {
        if (field.isObject()) {
            JobFile.checkKeys(field, List.of("fn"));
            return Grouping.by(CallReader.method(field.at("fn")));
        }
        return new Grouping(field.items().stream().map(Field::text).toList(), null);
    }

    /** An error policy: a keyword, or an object with the keyword and retries. */
    private static ErrorPolicy errors(Field field) {
        if (field.isText()) {
            if (field.text().equals("retry")) {
                throw field.wrong("to try again, give \"retries\", as in {\"policy\": \"kill\", \"retries\": 3}");
            }
            return errors(field, Keywords.read(field, ErrorPolicy.Action.KILL), ErrorPolicy.KILL);
        }
        JobFile.checkKeys(field, JobKeys.names(JobKeys.ERRORS));
        Field retries = field.at("retries");
        Field delay = field.at("delay");
        Field to = field.at("to");
        ErrorPolicy policy = to.isAbsent() ? ErrorPolicy.KILL : ErrorPolicy.deadLettersTo(to.as(TaskName::of));
        int tries = retries.isAbsent() ? 0 : (int) retries.whole(0, ErrorPolicy.MAX_RETRIES);
        Duration first = delay.isAbsent() ? policy.firstDelay() : delay.duration();
        ErrorPolicy.Action action = Keywords.read(field.at("policy"), policy.action());
        return errors(field, action, field.made(it -> it.after(tries, first), policy));
    }

    private static ErrorPolicy errors(Field field, ErrorPolicy.Action action, ErrorPolicy rest) {
        return field.made(it -> new ErrorPolicy(it, rest.retries(), rest.firstDelay(), rest.deadLetters()), action);
    }
}
