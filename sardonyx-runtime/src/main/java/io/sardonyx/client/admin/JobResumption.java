package io.sardonyx.client.admin;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.client.CannotResume;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.content.InputProgress;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.Manifest;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.table.DamagedState;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resumes an ended job under another id: copies its checkpoints for the new job, then submits that. A client that dies
 * in between leaves documents of an unknown job, which the {@link io.sardonyx.content.DocumentSweeper} deletes.
 */
public final class JobResumption {

    private static final Pattern NUMBERED = Pattern.compile("(.+)-(\\d{1,9})");

    private final AdminClient client;
    private final Store store;
    private final InputProgress progress;
    private final JobStore contents;
    private final JobSubmission submission;
    private final FunctionLoader functions;

    /** @param functions where classes of the new job may be found, for checks of the state that it takes over */
    JobResumption(AdminClient client, Store store, JobSubmission submission, FunctionLoader functions) {
        this.client = client;
        this.store = store;
        this.submission = submission;
        this.progress = new InputProgress(store.documents());
        this.contents = new JobStore(store.documents());
        this.functions = functions;
    }

    /** The next id after that of a job that is not in use: {@code words-2} for {@code words}, then {@code words-3}. */
    static JobId nextFree(Jobs jobs, JobId job) {
        Matcher numbered = NUMBERED.matcher(job.text());
        boolean later = numbered.matches() && jobs.knows(JobId.of(numbered.group(1)));
        String stem = later ? numbered.group(1) : job.text();
        int number = later ? Integer.parseInt(numbered.group(2)) + 1 : 2;
        while (jobs.knows(JobId.of(stem + "-" + number))) {
            number++;
        }
        return JobId.of(stem + "-" + number);
    }

    /** What there is to go on from. */
    private record Origin(Outline job, Checkpoints checkpoints) {}

    /** A job that has ended, or goes on and has checkpoints. */
    private static Origin origin(Jobs jobs, JobId job) {
        Run run = jobs.live().get(job);
        return run != null && run.job().hasCheckpoints()
                ? new Origin(run.job(), jobs.checkpoints(job))
                : origin(ended(jobs, job));
    }

    private static Origin origin(Ending ending) {
        return new Origin(ending.job(), ending.checkpoints());
    }

    /**
     * Positions of the partitions of a job at a checkpoint, or those where it ended.
     *
     * @param checkpoint its number or name; null for the latest
     */
    public List<PartitionProgress> reached(JobId job, @Nullable String checkpoint) {
        Origin origin = origin(client.founded().replica().jobs(), job);
        CompletedCheckpoint meant = meant(origin, checkpoint);
        return client.answer(
                (origin.job.hasCheckpoints() ? progress.read(origin.job, meant) : progress.read(origin.job))
                        .toCompletableFuture());
    }

    /**
     * What content takes over from a checkpoint of a job that has ended, or that goes on.
     *
     * @param checkpoint its number or name; null for the latest
     * @throws CannotResume when there is no such job or checkpoint, or it cannot be read
     */
    public ResumePlan plan(JobId job, @Nullable String checkpoint, Job content) {
        Replica replica = client.founded().replica();
        Origin origin = origin(replica.jobs(), job);
        return plan(replica, origin.job, meant(origin, checkpoint), content);
    }

    private ResumePlan plan(Replica replica, Outline before, @Nullable CompletedCheckpoint meant, Job content) {
        var faults = new ArrayList<Fault>();
        if (before.hasCheckpoints() && content.checkpoint() == null) {
            faults.add(new Fault(
                    Part.of("checkpoint"),
                    "job " + before.id() + " has checkpoints, which the new content has not",
                    "say how often: checkpoint: {every: PT5S}, or submit it anew"));
        }
        if (!before.hasCheckpoints() && !content.resume().equals(Job.Resuming.NONE)) {
            faults.add(new Fault(
                    Part.of("resume"),
                    "says which state is taken over, but job " + before.id() + " has no checkpoints",
                    "leave it out"));
        }
        lostInputs(before, content)
                .forEach(input -> faults.add(new Fault(
                        Part.of("catalog"),
                        "job " + before.id() + " read by " + input + ", which the new content does not have as input",
                        "keep the names of inputs, or submit it anew")));
        ResumePlan states = meant == null ? ResumePlan.EMPTY : states(replica, before, meant, content);
        faults.addAll(states.faults());
        return new ResumePlan(states.states(), faults);
    }

    /** The states of all tasks, and outputs; a file that is damaged, missing or of a newer program is named. */
    private ResumePlan states(Replica replica, Outline before, CompletedCheckpoint meant, Job content) {
        JobId maker = meant.owner(before.id());
        String name = "checkpoint " + meant.number() + " of job " + maker;
        try (StateParts files = new StateParts(client, store, replica.cluster())) {
            Manifest manifest = client.answer(
                    Manifest.read(store.documents(), before.id(), meant).toCompletableFuture(),
                    "the manifest of " + name);
            Outline known = AdminClient.outline(replica.jobs(), maker);
            Job old =
                    client.answer(contents.read(known == null ? before : known).toCompletableFuture());
            Set<TaskName> uncommitted =
                    isCommitted(replica.jobs(), before.id(), meant) ? Set.of() : manifest.tasksWithBundles();
            var origin = new ResumeCheck.Origin(name, old, StoredTask.all(manifest, files), uncommitted);
            return ResumeCheck.plan(origin, content, functions);
        } catch (DamagedState | Unreadable e) {
            throw new CannotResume(name + " cannot be taken over: " + e.getMessage());
        }
    }

    /**
     * Whether outputs have certainly committed what they had prepared for a checkpoint, or will have before anything
     * goes on from it. Before the next checkpoint, and before their job completes or stops, they have; of the latest
     * one of a job that was killed nobody knows.
     */
    private static boolean isCommitted(Jobs jobs, JobId job, CompletedCheckpoint checkpoint) {
        JobId maker = checkpoint.owner(job);
        Run run = jobs.live().get(job);
        Ending killed = jobs.killed().get(maker);
        return run != null && run.version() != Run.NEVER_PLACED
                || checkpoint.number() < jobs.checkpoints(job).latestNumber()
                || checkpoint.number() < jobs.checkpoints(maker).latestNumber()
                || jobs.completed().has(maker)
                || killed != null && killed.stopped();
    }

    /** Thrown when the next id is no longer free, or somebody else is about to use it. */
    private static final class IdTaken extends RuntimeException {

        private static final long serialVersionUID = 1;

        IdTaken(String message) {
            super(message);
        }
    }

    /**
     * Submits a job that goes on from an ended one.
     *
     * @param checkpoint its number or name; null for the latest
     * @param otherContent null for the same
     * @throws BadJob that names all that cannot be taken over
     * @throws CannotResume when nothing is submitted for another reason, such as somebody else who is faster
     */
    public Resumed resume(JobId job, @Nullable String checkpoint, @Nullable Job otherContent) {
        try {
            return resume(job, checkpoint, otherContent, nextFree(replica().jobs(), job));
        } catch (IdTaken taken) {
            throw new CannotResume(taken.getMessage() + "; nothing is submitted");
        }
    }

    private Replica replica() {
        return client.founded().replica();
    }

    /** @param id that was free when it was decided that the job goes on */
    private Resumed resume(JobId job, @Nullable String checkpoint, @Nullable Job otherContent, JobId id) {
        Replica replica = replica();
        Jobs jobs = replica.jobs();
        Ending ending = ended(jobs, job);
        CompletedCheckpoint meant = meant(origin(ending), checkpoint);
        Job before = client.answer(contents.read(ending.job()).toCompletableFuture());
        Job content = otherContent == null ? same(before, meant) : otherContent;
        if (ending.job().hasCheckpoints()) {
            if (checkpoint == null && jobs.completed().has(job)) {
                throw new CannotResume("job " + job + " has completed with its last checkpoint, so there is nothing to"
                        + " go on with; submit it anew, or name an earlier checkpoint: "
                        + kept(origin(ending)));
            }
            plan(replica, ending.job(), meant, content).check(content);
            return fromCheckpoint(ending, meant, content.as(id, List.of()));
        }
        plan(replica, ending.job(), null, content).check(content);
        var predecessors = new ArrayList<>(before.resumes());
        predecessors.add(job);
        boolean byReader = replica.cluster().format() > ClusterParameters.FIRST_FORMAT;
        int leftAsTheyAre = copied(ending, id, jobs.completed().has(job), byReader);
        Receipt receipt = submission.submit(content.as(id, predecessors), SubmitJob::new);
        return new Resumed(id, fine(id, receipt), leftAsTheyAre);
    }

    /**
     * Copies the progress of a job, unless there is a job under the new id by now, whose own it would be: whether that
     * is the same is then found as it is submitted.
     *
     * @return number of partitions that are not read again
     */
    private int copied(Ending ending, JobId id, boolean goesOn, boolean byReader) {
        if (replica().jobs().knows(id)) {
            return 0;
        }
        try {
            return client.answer(
                    progress.copy(ending.job(), id, goesOn, byReader).toCompletableFuture());
        } catch (InputProgress.AlreadyThere e) {
            throw new IdTaken(
                    e.getMessage() + ": another client submits job " + id + " now, or died when it did; job list tells"
                            + " whether the job is there, and if not, sardonyx gc has the document deleted after "
                            + DocumentSweeper.GRACE.toMinutes() + " minutes");
        }
    }

    private static Receipt fine(JobId id, Receipt receipt) {
        if (!receipt.isFine()) {
            throw new IdTaken(
                    "job " + id + " was submitted by somebody else meanwhile; job show " + id + " tells what it is");
        }
        return receipt;
    }

    /**
     * Stops a job at a last checkpoint, and submits content that goes on from that.
     *
     * @throws BadJob as {@link #resume}; the job goes on then
     * @throws CannotResume when it does not run, has no checkpoints, or ends otherwise; or when it is stopped and the
     *     content is refused all the same
     * @throws StoreUnreachable when it may be stopped, and whether the content is submitted is unknown
     * @throws TimeoutException when it is not stopped by then
     */
    public Resumed replace(JobId job, Job content, Duration atMost) throws TimeoutException, InterruptedException {
        // Before the job is stopped: another client that replaces it, too, has the same, and only one of them gets it.
        JobId id = nextFree(replica().jobs(), job);
        planReplacement(job, content);
        client.stop(job);
        Outcome outcome = client.await(job, atMost);
        if (!(outcome instanceof Outcome.Stopped)) {
            throw new CannotResume("job " + job
                    + " ended before it could be stopped, so nothing is submitted: job show " + job + " tells how");
        }
        try {
            return resume(job, null, content, id);
        } catch (StoreUnreachable unknown) {
            throw new StoreUnreachable(
                    "job " + job + " is stopped, and it is not known whether job " + id + " is submitted, which"
                            + " replaces it: " + unknown.getMessage() + "\nsardonyx job list tells; if it is not there,"
                            + " sardonyx job submit FILE --resume " + job + " submits it",
                    unknown);
        } catch (IdTaken taken) {
            throw new CannotResume("job " + job + " is stopped, but not replaced: " + taken.getMessage(), taken);
        } catch (RuntimeException refusal) {
            throw new CannotResume(
                    "job " + job + " is stopped, but its replacement is refused: " + refusal.getMessage()
                            + "\nsardonyx job resume " + job + " goes on with it as it was",
                    refusal);
        }
    }

    /**
     * Checks what can be while a job goes on that is to be replaced: what is taken over from its latest checkpoint so
     * far, if it has one.
     *
     * @throws BadJob that names all that is wrong
     * @throws CannotResume when it does not run, or has no checkpoints
     */
    public ResumePlan planReplacement(JobId job, Job content) {
        Replica replica = client.founded().replica();
        Jobs jobs = replica.jobs();
        Run run = jobs.live().get(job);
        if (run == null) {
            throw new CannotResume(
                    jobs.knows(job)
                            ? "job " + job + " has ended, so there is nothing to stop; job submit FILE --resume " + job
                                    + " goes on from it"
                            : "there is no job " + job);
        }
        if (!run.job().hasCheckpoints()) {
            throw new CannotResume(
                    "job " + job + " has no checkpoints to stop at; job kill ends it, and job submit FILE"
                            + " --resume " + job + " goes on from what its inputs have done");
        }
        Origin origin = origin(jobs, job);
        ResumePlan plan = plan(replica, origin.job, meant(origin, null), content);
        plan.check(content);
        JobSubmission.check(content.as(nextFree(jobs, job), List.of()), replica);
        return plan;
    }

    /**
     * Submits a job that begins with a checkpoint of an ended one. Positions in it are by the indexes of the
     * partitions, so the list of these is copied. The entry names the very checkpoint: if that is not kept any more
     * when it is applied, nothing is submitted.
     *
     * @param meant null for the beginning, if there is none yet
     */
    private Resumed fromCheckpoint(Ending ending, @Nullable CompletedCheckpoint meant, Job content) {
        JobId job = ending.job().id();
        JobId id = content.id();
        copied(ending, id, false, true);
        SubmitJob.Resumed resumed = meant == null ? null : new SubmitJob.Resumed(meant.owner(job), meant.number());
        Receipt receipt = submission.submit(content, outline -> new SubmitJob(outline, null, resumed));
        if (meant != null && receipt.verdict() == Verdict.MOVED_ON) {
            Ending now = ended(replica().jobs(), job);
            throw new CannotResume(
                    "checkpoint " + meant.number() + " of job " + job + " is not kept any more; " + kept(origin(now)));
        }
        if (receipt.verdict() == Verdict.ALREADY_SO && !began(id, resumed)) {
            throw new IdTaken("job " + id + " was submitted by somebody else meanwhile, from another checkpoint or"
                    + " from the beginning");
        }
        return new Resumed(id, fine(id, receipt), 0);
    }

    /** Whether a job has begun with that checkpoint, or with none for null. */
    private boolean began(JobId job, SubmitJob.@Nullable Resumed checkpoint) {
        CompletedCheckpoint there = replica().jobs().checkpoints(job).resumed();
        return there == null
                ? checkpoint == null
                : new SubmitJob.Resumed(there.owner(job), there.number()).equals(checkpoint);
    }

    /** The checkpoint by its number or name; the latest for null, if there is one. */
    private static @Nullable CompletedCheckpoint meant(Origin origin, @Nullable String checkpoint) {
        CompletedCheckpoint meant = StateQuery.checkpoint(checkpoint).apply(origin.checkpoints);
        if (meant == null && checkpoint != null) {
            throw new CannotResume(
                    "job " + origin.job.id() + " keeps no checkpoint " + checkpoint + "; " + kept(origin));
        }
        return meant;
    }

    /** The same content, for which the states of the job's own checkpoints match by their names. */
    private static Job same(Job before, @Nullable CompletedCheckpoint meant) {
        return meant == null || meant.of() == null ? before.with(Job.Resuming.NONE) : before;
    }

    /** A phrase that says which checkpoints of a job are kept. */
    private static String kept(Origin origin) {
        if (!origin.job.hasCheckpoints()) {
            return "it has none, so resume it from what its inputs have done";
        }
        var numbers = new TreeMap<Long, List<String>>();
        origin.checkpoints.kept().forEach(each -> numbers.put(each.number(), new ArrayList<>()));
        origin.checkpoints
                .named()
                .forEach((name, each) -> numbers.computeIfAbsent(each.number(), number -> new ArrayList<>())
                        .add(name));
        List<String> all = numbers.entrySet().stream()
                .map(each -> each.getKey()
                        + (each.getValue().isEmpty() ? "" : " (" + String.join(", ", each.getValue()) + ")"))
                .toList();
        return all.isEmpty() ? "it keeps none of its own" : "it keeps " + String.join(", ", all);
    }

    private static List<TaskName> lostInputs(Outline before, Job content) {
        return before.inputs().stream()
                .filter(input -> content.catalog().stream()
                        .noneMatch(entry ->
                                entry.name().equals(input) && entry.task().input()))
                .toList();
    }

    private static Ending ended(Jobs jobs, JobId job) {
        Ending killed = jobs.killed().get(job);
        Ending ending = killed == null ? jobs.completed().get(job) : killed;
        if (ending != null) {
            return ending;
        }
        if (jobs.live().has(job)) {
            throw new CannotResume("job " + job + " has not ended, so there is nothing to resume");
        }
        throw new CannotResume(
                jobs.retired().has(job)
                        ? "content and checkpoints of job " + job
                                + " are deleted since gc or job forget; submit its file with --again"
                        : "there is no job " + job);
    }

    /** A receipt that tells whether the entry had an effect. */
    static Receipt receipt(Applied applied) {
        return new Receipt(applied.change().happened() ? Verdict.DONE : Verdict.ALREADY_SO, applied.position());
    }
}
