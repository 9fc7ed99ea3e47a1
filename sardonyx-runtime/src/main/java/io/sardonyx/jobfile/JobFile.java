package io.sardonyx.jobfile;

import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.json.BadField;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.CanonicalJson;
import io.sardonyx.json.Field;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parser and writer of job files: {@link #write} gives canonical JSON, which equal jobs share.
 *
 * <p>An unknown key is refused, since it would silently be ignored otherwise. All faults are reported at once; but no
 * further faults of a task or another part that cannot be read, and none of the job as a whole when its graph cannot be
 * read, as these might be mere consequences. Default values are not written, so that the hash of a job does not change
 * when a later release adds a key.
 */
public final class JobFile {

    static final String WORKFLOW = "workflow";
    static final String CATALOG = "catalog";

    private final JobBuilder job;
    private final List<Fault> faults = new ArrayList<>();
    /* The task being read, to which faults belong. */
    private @Nullable TaskName task;

    private JobFile(JobBuilder job) {
        this.job = job;
    }

    JobBuilder job() {
        return job;
    }

    /** The canonical bytes of a job. */
    public static byte[] write(Job job) {
        return CanonicalJson.of(JobKeys.JOB.write(job));
    }

    /** SHA-256 of canonical bytes, in hexadecimal digits. */
    public static String hash(byte[] written) {
        return ReplicaHash.of(written);
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
        file.readKeys(root, JobKeys.JOB, file);
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

    /** Reads each field of an object, and goes on after a fault. */
    private <B> void readKeys(Field object, KeyTable<B, ?> keys, B target) {
        for (Field field : object.fields()) {
            attempt(() -> keys.check(field));
            attempt(() -> keys.read(field, target));
        }
    }

    /** Reads each item of a list, and goes on after a fault. */
    void readEach(Field list, Consumer<Field> reader) {
        list.items().forEach(item -> attempt(() -> reader.accept(item)));
    }

    /** Runs a step and records its fault, so that reading goes on. */
    private void attempt(Runnable reading) {
        try {
            reading.run();
        } catch (BadField e) {
            faults.add(new Fault(task == null ? e.part() : e.part().of(task), e.what(), ""));
        }
    }

    void readWorkflow(Field workflow) {
        WorkflowReader.read(workflow)
                .edges()
                .forEach(edge -> job.path(edge.from().text(), edge.to().text()));
    }

    void readCatalog(Field catalog) {
        readEach(catalog, this::readTask);
    }

    private void readTask(Field entry) {
        attempt(() -> {
            task = JobKeys.TASK_NAME.in(entry);
            job.task(task.text(), described -> {
                readKeys(entry, JobKeys.TASK, described);
                attempt(() -> JobKeys.readPeers(entry, described));
                return described;
            });
        });
        task = null;
    }

    void add(LifecycleEntry entry) {
        job.lifecycle(entry.task() == null ? null : entry.task().text(), entry.factory());
    }
}
