package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.testkit.simulate.broker.SimulatedQueues;
import io.sardonyx.testkit.simulate.jobs.SimulatedData;
import io.sardonyx.testkit.simulate.store.StoredDocuments;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Oracle for all jobs of a simulation: checks every settled segment, checkpoint write and log entry against the
 * expected result of the job. Nothing may be recorded as done before it is settled, and nothing may be settled that
 * does not follow from the input.
 */
public final class JobOracle implements SimulatedData.Witness, StoredDocuments.Witness, SimulatedQueues.Witness {

    private static final String CHECKPOINTS = "checkpoints/";
    private static final Pattern CLAIMED = Pattern.compile("partitions/[^/]+/[^/]+/claimed/.+");

    /** Audits by job name, in order of submission. */
    private final Map<String, JobAudit> books = new LinkedHashMap<>();
    /** Audits by all ids that their jobs had. */
    private final Map<JobId, JobAudit> byId = new HashMap<>();
    /** The replica after the latest entry. */
    private Replica latest = Replica.EMPTY;

    /** Starts to check a job. */
    public void open(JobAudit book) {
        books.put(book.commission.job().name(), book);
        byId.put(book.id(), book);
    }

    /** Goes on to check a job that was stopped, under another id. */
    public void goesOn(JobAudit book, JobId other) {
        book.goesOnAs(other);
        byId.put(other, book);
    }

    public Collection<JobAudit> books() {
        return books.values();
    }

    /** The audit of a job; null if it is not known. */
    public @Nullable JobAudit book(JobId job) {
        return byId.get(job);
    }

    /**
     * Allows a kill of the job, since some member declared itself unfit to run it and it is killed once none is fit.
     */
    public void lacksMembers(JobId job) {
        JobAudit book = byId.get(job);
        if (book != null) {
            book.strike();
        }
    }

    /** The jobs that have neither completed nor been killed. */
    public List<JobId> unfinished() {
        return books.values().stream()
                .filter(book -> book.state() == JobAudit.State.OPEN || book.state() == JobAudit.State.STOPPED)
                .map(JobAudit::id)
                .toList();
    }

    @Override
    public void settled(String output, Object segment) {
        int slash = output.indexOf('/');
        JobAudit book = books.get(output.substring(0, slash));
        if (book != null) {
            book.settled(output.substring(slash + 1), segment);
        }
    }

    @Override
    public void written(String name, byte[] body) {
        if (name.startsWith(CHECKPOINTS)) {
            String[] parts = name.split("/", -1);
            JobAudit book = byId.get(JobId.of(parts[1]));
            if (book != null) {
                book.checkpoint(parts[2], name, body);
            }
        } else if (name.startsWith("manifests/")) {
            JobAudit book = byId.get(JobId.of(name.split("/", -1)[1]));
            if (book != null) {
                book.manifest(name, body);
            }
        } else if (CLAIMED.matcher(name).matches()) {
            String[] parts = name.split("/", -1);
            JobAudit book = byId.get(JobId.of(parts[1]));
            if (book != null) {
                book.claimed(parts[2], name, body);
            }
        }
    }

    @Override
    public void lost(String name) {
        if (name.startsWith(CHECKPOINTS) || CLAIMED.matcher(name).matches()) {
            String[] parts = name.split("/", -1);
            JobAudit book = byId.get(JobId.of(parts[1]));
            if (book != null) {
                book.forget(parts[2], name);
            }
        } else if (name.startsWith("manifests/")) {
            demandUnneeded(name);
        }
    }

    /** Checks that a blob that was deleted just now belongs to no checkpoint that the log keeps. */
    public void deleted(String blob) {
        int state = blob.indexOf("state/");
        if (state >= 0) {
            demandUnneeded(blob.substring(state));
        }
    }

    /** Checks that no checkpoint needs a state file or manifest. */
    private void demandUnneeded(String name) {
        JobId job = JobId.of(name.split("/", -1)[1]);
        JobAudit book = byId.get(job);
        if (book != null) {
            latest.jobs().needed(job).stream()
                    .filter(checkpoint -> checkpoint.owner(job).equals(job))
                    .forEach(checkpoint -> book.demandUnneeded(checkpoint, name));
        }
    }

    @Override
    public void seeded(String broker, QueueName queue) {
        audits(Stream.of(queue)).forEach(audit -> audit.seeded(broker, queue));
    }

    @Override
    public void committed(String broker, List<QueuedMessage> taken, List<OutgoingMessage> given) {
        Stream<QueueName> queues = Stream.concat(
                taken.stream().map(QueuedMessage::queue), given.stream().map(OutgoingMessage::queue));
        audits(queues).forEach(audit -> audit.committed(broker, taken, given));
    }

    /** The audits of open jobs that have one of these queues: one at most, since a transaction is of one job. */
    private List<QueueAudit> audits(Stream<QueueName> some) {
        List<QueueName> queues = some.toList();
        return books.values().stream()
                .filter(book -> book.state() == JobAudit.State.OPEN)
                .map(JobAudit::queues)
                .filter(audit -> audit != null && queues.stream().anyMatch(audit::knows))
                .map(Objects::requireNonNull)
                .toList();
    }

    /** Checks what a new replica records about each open job: exhausted inputs, completion or kill. */
    public void took(Replica replica) {
        latest = replica;
        for (JobAudit book : books.values()) {
            if (book.state() == JobAudit.State.OPEN) {
                look(book, replica);
            }
        }
    }

    /** Checks that a task of which the roster says that it is complete has nothing left in its queues. */
    public void completed(JobId job, TaskName task) {
        JobAudit book = byId.get(job);
        QueueAudit queues = book == null || book.state() != JobAudit.State.OPEN ? null : book.queues();
        if (queues != null) {
            queues.completed(task);
        }
    }

    private static void look(JobAudit book, Replica replica) {
        JobId id = book.id();
        Run run = replica.jobs().live().get(id);
        Ending killed = replica.jobs().killed().get(id);
        if (run != null) {
            book.checkpointed(run.checkpoints().latest());
            run.exhausted().inOrder().forEach(book::exhausted);
            if (run.isQueued()) {
                book.openQueues(Objects.requireNonNullElse(replica.cluster().epoch(), ""));
                run.completed().inOrder().forEach(Objects.requireNonNull(book.queues())::completed);
            }
        } else if (killed != null && killed.stopped()) {
            book.stopped(killed.checkpoints().latest());
        } else if (killed != null) {
            book.killed(String.valueOf(killed));
        } else if (replica.jobs().completed().has(id)) {
            book.completed();
        }
    }
}
