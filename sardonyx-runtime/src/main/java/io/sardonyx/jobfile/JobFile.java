package io.sardonyx.jobfile;

import io.sardonyx.entry.JobDraft;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.json.BadField;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a job file; {@link JobJson} is its inverse.
 *
 * <p>An unknown key is refused, since it would silently be ignored otherwise. All faults are reported at once; but no
 * further faults of a task or another part that cannot be read, and none of the job as a whole when its graph cannot be
 * read, as these might be mere consequences.
 */
public final class JobFile {

    /** Handlers by key; keys that only make sense together are read separately. */
    private static final Map<String, BiConsumer<JobFile, Field>> READERS = readers();

    private static final String WORKFLOW = "workflow";
    private static final String CATALOG = "catalog";

    private final JobBuilder job;
    private final List<Fault> faults = new ArrayList<>();
    /* The task being read, to which faults belong. */
    private @Nullable TaskName task;

    private JobFile(JobBuilder job) {
        this.job = job;
    }

    private static Map<String, BiConsumer<JobFile, Field>> readers() {
        var readers = new LinkedHashMap<String, BiConsumer<JobFile, Field>>();
        readers.put(WORKFLOW, JobFile::readWorkflow);
        readers.put(CATALOG, (file, field) -> field.items().forEach(file::readTask));
        readers.put(
                "flowConditions",
                (file, field) ->
                        field.items().forEach(item -> file.attempt(() -> file.job.when(FlowReader.read(item)))));
        readers.put(
                "lifecycles",
                (file, field) -> field.items().forEach(item -> file.attempt(() -> file.readLifecycle(item))));
        readers.put("taskScheduler", (file, field) -> file.job.scheduler(Keywords.read(field, TaskScheduler.BALANCED)));
        readers.put("percentage", (file, field) -> file.job.percentage(JobDraft.percentage(field)));
        readers.put("saturation", (file, field) -> file.job.saturation(JobDraft.bound(field)));
        readers.put("delivery", (file, field) -> file.job.delivery(Keywords.read(field, Delivery.AUTOMATIC)));
        readers.put("wholeOnly", (file, field) -> file.job.wholeOnly(field.flag()));
        readers.put("metadata", (file, field) -> field.made(file.job::metadata, CallReader.table(field)));
        readers.put("resumes", (file, field) -> file.job.resumes(field.all(JobId::of)));
        return readers;
    }

    /**
     * Parses a job. The id is also the name, and the other way round, unless both are given.
     *
     * @throws BadInput when it has no valid id or name
     * @throws BadJob that lists all faults
     */
    public static Job read(Field root) {
        Field id = root.atEither("id", "name");
        JobId named = id.as(JobId::of);
        var file = new JobFile(Job.named(root.at("name").textOr(named.text())).id(named.text()));
        file.readKeys(root, JobKeys.JOB, READERS, file);
        if (!file.faults.isEmpty()) {
            boolean graph = !root.at(WORKFLOW).isAbsent() && !root.at(CATALOG).isAbsent();
            throw graph && file.isGraphRead() ? file.bad() : new BadJob(named, file.faults);
        }
        return file.job.build();
    }

    /** Whether the graph could be read; without it other faults might be mere consequences. */
    private boolean isGraphRead() {
        return faults.stream()
                .map(Fault::part)
                .allMatch(part -> part.isOfTask()
                        || !part.key().equals(WORKFLOW) && !part.key().equals(CATALOG));
    }

    /** The faults found while reading, and those of the job that was read. */
    private BadJob bad() {
        try {
            return new BadJob(job.build(), faults);
        } catch (BadJob rest) {
            return new BadJob(Objects.requireNonNull(rest.draft()), faults).andOfOthers(rest.faults());
        }
    }

    /** Passes each field of an object to the handler of its key. */
    private <T> void readKeys(Field object, List<JobKey> keys, Map<String, BiConsumer<T, Field>> readers, T target) {
        List<String> known = JobKeys.names(keys);
        for (Field field : object.fields()) {
            attempt(() -> checkKnown(field, known));
            BiConsumer<T, Field> reader = readers.get(field.name());
            if (reader != null && !field.isAbsent()) {
                attempt(() -> reader.accept(target, field));
            }
        }
    }

    static void checkKeys(Field object, List<String> known) {
        object.fields().forEach(field -> checkKnown(field, known));
    }

    private static void checkKnown(Field field, List<String> known) {
        if (!known.contains(field.name())) {
            throw field.wrong("is not known here" + Spelling.didYouMean(field.name(), known));
        }
    }

    /** Runs a step and records its fault, so that reading goes on. */
    private void attempt(Runnable reading) {
        try {
            reading.run();
        } catch (BadField e) {
            faults.add(new Fault(task == null ? e.part() : e.part().of(task), e.what(), ""));
        }
    }

    private void readWorkflow(Field workflow) {
        WorkflowReader.read(workflow)
                .edges()
                .forEach(edge -> job.path(edge.from().text(), edge.to().text()));
    }

    private void readTask(Field entry) {
        attempt(() -> {
            TaskName name = entry.at("name").as(TaskName::of);
            task = name;
            job.task(name.text(), described -> {
                readKeys(entry, JobKeys.TASK, TaskReader.READERS, described);
                attempt(() -> TaskReader.readPeers(entry, described));
                return described;
            });
        });
        task = null;
    }

    private void readLifecycle(Field entry) {
        checkKeys(entry, JobKeys.names(JobKeys.LIFECYCLE));
        Field of = entry.at("task");
        boolean all = of.isText() && of.text().equals(FlowReader.ALL);
        job.lifecycle(all ? null : of.as(TaskName::of).text(), CallReader.method(entry.at("calls")));
    }
}
