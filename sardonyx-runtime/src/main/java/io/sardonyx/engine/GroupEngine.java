package io.sardonyx.engine;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Routes;
import io.sardonyx.command.Command;
import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.NoteProgress;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.StateBlobs;
import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.partition.InputClaims;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Peers;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskStats;
import io.sardonyx.secret.resolve.ResolvedJob;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskDefinition;
import io.sardonyx.task.TaskEvents;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.StoreRetry;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.input.TaskStores;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reconciler of one group in one incarnation: starts, updates and stops task loops to match the duties that follow from
 * the replica, and turns task events into log commands.
 *
 * <p>Confined to the thread of the group's turns, except for concurrent collections and volatile fields: task events
 * come on other threads, and queries such as {@link #stats} on any.
 */
public final class GroupEngine implements PeerEngine {

    /** Interval between retries of unreadable jobs. */
    private static final long AGAIN_NANOS = Duration.ofMillis(500).toNanos();

    private final GroupId group;
    private final ProcessResources processResources;
    private final CheckedJobs checkedJobs;
    private final StateBlobs stateBlobs;
    private final TaskStores stores;
    private final JobStore jobStore;
    private final Mailbox mailbox = new Mailbox();
    /* Commands for the log; added by task threads, taken in the group's turn. */
    private final ConcurrentLinkedQueue<Said> said = new ConcurrentLinkedQueue<>();
    /* Jobs that were read or are being read from the store. */
    private final Map<JobId, Content> contents = new TreeMap<>();
    /* Jobs of which a task ran here with queues, which are removed when the job has ended. */
    private final Set<JobId> queued = new TreeSet<>();
    /* Queued jobs that the log has forgotten; added by any thread, taken in the group's turn. */
    private final ConcurrentLinkedQueue<JobId> forgotten = new ConcurrentLinkedQueue<>();
    /* Back-off of jobs that could not be read. */
    private final Map<JobId, StoreRetry> unread = new TreeMap<>();
    /* Jobs whose peers cannot reach each other, with the fence for which that was reported. */
    private final Map<JobId, Long> apart = new TreeMap<>();
    /* Jobs whose peers can, with the fence for which that was found. */
    private final Map<JobId, Long> together = new TreeMap<>();
    /* The latest routes of jobs: an equal table is not compared again for each peer. */
    private final Map<JobId, Routes> routes = new TreeMap<>();
    /* Running loops by peer; read by any thread. */
    private final Map<PeerId, TaskLoop> loops = new ConcurrentSkipListMap<>();
    /* Loops that were told to stop and are not closed yet. */
    private final Queue<TaskLoop> leaving = new ConcurrentLinkedQueue<>();
    /* Input peers of jobs with crashes, whose progress would reset the crash count. */
    private final Set<PeerId> suspects = new TreeSet<>();
    private final EndedTaskStats tally = new EndedTaskStats();
    private final JobReporter reporter;
    private final QueueSweeper queueSweeper;
    private final InputClaims inputClaims;
    private final TaskEvents events = new ReportedEvents();
    private final Deadline retry = new Deadline();
    /* Set by task threads, cleared in the group's turn. */
    private volatile boolean loopEnded;
    /* Parameters of the cluster, which tell tasks on other threads where state is. */
    private volatile ClusterParameters cluster = Replica.EMPTY.cluster();
    private Duties duties;
    private int format = ClusterParameters.FIRST_FORMAT;
    private String epoch = "";
    private boolean suspended;
    private boolean draining;
    private boolean retrying;
    private long nowNanos;

    /** State of a job's content: unknown while it is read, then the job, or null when it cannot run here. */
    private record Content(boolean known, @Nullable Job job) {}

    public GroupEngine(GroupId group, Store store, ProcessResources processResources) {
        this(group, store, processResources, new CheckedJobs());
    }

    /** With the jobs that were checked when they were submitted in this process. */
    public GroupEngine(GroupId group, Store store, ProcessResources processResources, CheckedJobs checkedJobs) {
        this.group = group;
        this.processResources = processResources;
        this.checkedJobs = checkedJobs;
        this.stateBlobs = new StateBlobs(store);
        this.stores = new TaskStores(store.documents(), () -> stateBlobs.of(cluster));
        this.jobStore = new JobStore(store.documents());
        this.reporter = new JobReporter(group, store.documents(), mailbox, processResources.exchange());
        this.inputClaims = new InputClaims(new InputClaims.Setting(
                store.leases().timeout(),
                store.documents(),
                mailbox,
                processResources.clock(),
                processResources.seeds()));
        this.queueSweeper = new QueueSweeper(group, processResources.brokers(), mailbox);
        this.duties = Duties.of(Replica.EMPTY, group);
        processResources.exchange().host(group);
    }

    @Override
    public void take(Duties wanted, Replica replica) {
        duties = wanted;
        format = replica.cluster().format();
        cluster = replica.cluster();
        epoch = Objects.requireNonNullElse(replica.cluster().epoch(), "");
        var wantedPeers = new TreeMap<PeerId, Work>();
        wanted.work().stream()
                .filter(work -> !work.outline().contentHash().isEmpty())
                .forEach(work -> wantedPeers.put(work.assignment().peer(), work));
        // Stop before start: a peer whose assignment changed gets a new loop below.
        loops.entrySet().removeIf(entry -> {
            Work work = wantedPeers.get(entry.getKey());
            boolean ended =
                    work == null || !work.assignment().equals(entry.getValue().self());
            if (ended) {
                leave(entry.getValue(), reason(replica, entry.getValue().self().job()));
            }
            return ended;
        });
        contents.entrySet().removeIf(entry -> {
            boolean ended = !replica.jobs().live().has(entry.getKey());
            if (ended && queued.remove(entry.getKey())) {
                queueSweeper.ended(entry.getKey());
            }
            return ended;
        });
        unread.keySet().removeIf(job -> !replica.jobs().live().has(job));
        apart.keySet().removeIf(job -> !replica.jobs().live().has(job));
        keepRoutes(wantedPeers.values());
        queueSweeper.follow(replica, nowNanos);
        tally.retain(replica.jobs());
        suspects.clear();
        wantedPeers.values().stream()
                .filter(work -> isSuspect(
                        work, replica.jobs().live().get(work.assignment().job())))
                .forEach(work -> suspects.add(work.assignment().peer()));
        wantedPeers.values().forEach(work -> killIfApart(work, replica.peers()));
        wantedPeers.values().forEach(this::assign);
    }

    /** Keeps the former routes of a job where they are the same, as with each checkpoint that is complete. */
    private void keepRoutes(Collection<Work> wanted) {
        var present = new TreeMap<JobId, Routes>();
        for (Work work : wanted) {
            JobId job = work.assignment().job();
            if (!present.containsKey(job)) {
                Routes former = routes.get(job);
                present.put(job, work.routes().equals(former) ? former : work.routes());
            }
        }
        routes.clear();
        routes.putAll(present);
        together.keySet().retainAll(present.keySet());
    }

    private void leave(TaskLoop loop, StopReason reason) {
        leaving.removeIf(TaskLoop::isClosed);
        leaving.add(loop);
        loop.stop(reason);
    }

    /** Whether every loop of the job in this group is closed, lifecycles included; for any thread. */
    public boolean isOver(JobId job) {
        return Stream.concat(loops.values().stream(), leaving.stream())
                .noneMatch(loop -> loop.self().job().equals(job) && !loop.isClosed());
    }

    /** Failures of {@code afterTask} in tasks of a job, which came too late to affect it. */
    public List<String> failuresAtEnd(JobId job) {
        return tally.failuresAtEnd(job);
    }

    /** Whether progress of this peer would clear its job of the suspicion that it crashes processes. */
    private static boolean isSuspect(Work work, @Nullable Run run) {
        return run != null
                && run.health().deaths() > 0
                && run.showsProgress(work.assignment().task())
                && !run.health().progressed().has(work.assignment().peer());
    }

    /** Reports once for each suspect input that it has made progress since a process crashed. */
    private void noteProgress() {
        suspects.removeIf(peer -> {
            TaskLoop loop = loops.get(peer);
            if (loop == null
                    || !loop.hasProgressed()
                    || loop.fence() < loop.orders().fence()) {
                return false;
            }
            say(new NoteProgress(peer, loop.self().job()));
            return true;
        });
    }

    private static StopReason reason(Replica replica, JobId job) {
        if (replica.jobs().completed().has(job)) {
            return StopReason.JOB_COMPLETED;
        }
        Ending killed = replica.jobs().killed().get(job);
        if (killed == null) {
            return StopReason.REASSIGNED;
        }
        return killed.stopped() ? StopReason.JOB_STOPPED : StopReason.JOB_KILLED;
    }

    /**
     * Kills a job whose peers cannot reach each other, since it would wait for ever without a reason shown. This is no
     * unfitness of one process: neither of the two could run it with the other.
     */
    private void killIfApart(Work work, Peers peers) {
        JobId job = work.assignment().job();
        long fence = work.routes().fence();
        Content content = contents.get(job);
        boolean unfit = content != null && content.known() && content.job() == null && !apart.containsKey(job);
        boolean known = Objects.equals(apart.get(job), fence) || Objects.equals(together.get(job), fence);
        if (unfit || work.outline().delivery() == Delivery.QUEUED || known) {
            return;
        }
        for (List<Routes.Receiver> receivers : work.routes().receivers().values()) {
            for (Routes.Receiver receiver : receivers) {
                Peer peer = peers.present().get(receiver.peer());
                if (peer != null && !processResources.exchange().reaches(peer.group(), receiver.site())) {
                    apart.put(job, fence);
                    contents.put(job, new Content(true, null));
                    var cause =
                            new Cause(UnreachablePeers.reason(group, peer.group(), work.outline()), null, group.text());
                    say(new KillJob(job, cause, fence));
                    return;
                }
            }
        }
        together.put(job, fence);
        if (apart.remove(job) != null) {
            contents.remove(job);
        }
    }

    @Override
    public boolean mayBegin(PeerId peer, Outline outline) {
        if (outline.contentHash().isEmpty()) {
            return true;
        }
        Content content = contents.get(outline.id());
        if (content == null) {
            load(outline);
            return false;
        }
        return content.job() != null
                && !loops.containsKey(peer)
                && leaving.stream()
                        .allMatch(loop -> loop.isClosed() || !loop.self().peer().equals(peer));
    }

    /** Starts or updates the loop of a peer; reads the job first if it is not known. */
    private void assign(Work work) {
        Content content = contents.get(work.assignment().job());
        if (content == null) {
            load(work.outline());
            return;
        }
        Job job = content.job();
        if (job == null) {
            return;
        }
        TaskLoop loop = loops.get(work.assignment().peer());
        TaskOrders orders = orders(work);
        if (loop == null || loop.isOver() && loop.fence() < orders.fence()) {
            var own = new ResolvedJob(job, work.assignment().task(), processResources.secrets());
            List<Fault> faults = JobCheck.faults(own, processResources);
            if (!faults.isEmpty()) {
                declareUnfit(job.id(), cannotRun(faults));
                return;
            }
            loop = new TaskLoop(definition(resuming(own.job(), work), work), processResources, stores, orders, events);
            loops.put(work.assignment().peer(), loop);
            processResources.executor().add(loop);
        } else if (!isSame(orders, loop.orders())) {
            loop.follow(orders);
        }
    }

    /** With the job whose checkpoint it goes on from, so that its outputs find what that has left. */
    private static Job resuming(Job job, Work work) {
        CompletedCheckpoint resumed = work.checkpoints().resumed();
        return resumed == null ? job : job.as(job.id(), List.of(resumed.owner(job.id())));
    }

    private TaskDefinition definition(Job job, Work work) {
        Assignment self = work.assignment();
        JobQueues queues = queues(job, work.outline());
        boolean claims = job.entry(self.task()).tuning().partitions() == Tuning.Partitions.CLAIMED;
        return queues == null && claims
                ? new TaskDefinition(job, self, () -> inputClaims.open(self))
                : new TaskDefinition(job, self, queues);
    }

    /** Not by the record's own equality, whose linking takes milliseconds of every start. */
    private static boolean isSame(TaskOrders one, TaskOrders other) {
        return one.reading() == other.reading()
                && one.leaving() == other.leaving()
                && one.sealing() == other.sealing()
                && one.format() == other.format()
                && one.checkpoints().latestNumber() == other.checkpoints().latestNumber()
                && one.checkpoints().stopping() == other.checkpoints().stopping()
                && (one.routes() == other.routes() || one.routes().equals(other.routes()));
    }

    /** The queues of a queued job; null if its segments go from peer to peer. */
    private @Nullable JobQueues queues(Job job, Outline outline) {
        if (outline.delivery() != Delivery.QUEUED) {
            return null;
        }
        queued.add(job.id());
        return new JobQueues(epoch, job);
    }

    /** The members that worked for the job may all have died before they removed its queues. */
    @Override
    public void forget(JobId job) {
        forgotten.add(job);
    }

    private TaskOrders orders(Work work) {
        return new TaskOrders(
                routes.getOrDefault(work.assignment().job(), work.routes()),
                !suspended && !draining,
                duties.seals().contains(work.assignment()),
                format,
                work.checkpoints(),
                draining);
    }

    /** Reads a job from the store, unless its back-off is not over. */
    private void load(Outline outline) {
        JobId id = outline.id();
        StoreRetry failed = unread.get(id);
        if (failed != null && !failed.isDue(nowNanos)) {
            retrying = true;
            return;
        }
        contents.put(id, new Content(false, null));
        mailbox.await(jobStore.read(outline), job -> loaded(outline, job), failure -> unreadable(id, failure));
    }

    private void loaded(Outline outline, Job job) {
        JobId id = outline.id();
        Content content = contents.get(id);
        if (content == null || content.known()) {
            return;
        }
        unread.remove(id);
        List<Fault> faults = JobCheck.faultsHere(job, outline.delivery(), processResources, checkedJobs);
        if (faults.isEmpty()) {
            contents.put(id, new Content(true, job));
            assign();
        } else {
            declareUnfit(id, cannotRun(faults));
        }
    }

    private String cannotRun(List<Fault> faults) {
        return faults.stream()
                .map(fault -> "\n  " + fault)
                .collect(Collectors.joining("", "it cannot run on " + group + ":", ""));
    }

    private void assign() {
        duties.work().stream()
                .filter(work -> contents.containsKey(work.assignment().job()))
                .forEach(this::assign);
    }

    /** Handles a read that failed: damaged or missing content is permanent, while an unavailable store is retried. */
    private void unreadable(JobId id, Throwable failure) {
        boolean damaged = failure instanceof Unreadable && !(failure instanceof Forbidden);
        if (damaged || failure instanceof IllegalArgumentException || failure instanceof BadInput) {
            declareUnfit(id, "its content cannot be used: " + failure.getMessage());
        } else {
            contents.remove(id);
            retrying = true;
            unread.computeIfAbsent(id, job -> new StoreRetry("the content of job " + job, "submit it anew"))
                    .failed(failure);
        }
    }

    /** Declares this process unfit for the job; the cluster decides whether others can run it. */
    private void declareUnfit(JobId id, String reason) {
        contents.put(id, new Content(true, null));
        LazyLoggers.of(GroupEngine.class).warn("this process is unfit for job {}: {}", id, reason);
        say(new DeclareUnfit(group, id, reason));
    }

    @Override
    public void suspend(boolean now) {
        if (suspended != now) {
            suspended = now;
            assign();
        }
    }

    @Override
    public void drain() {
        draining = true;
        inputClaims.drain();
        assign();
    }

    @Override
    public boolean isQuiet() {
        return loops.values().stream().allMatch(TaskLoop::isQuiet) && inputClaims.isQuiet();
    }

    @Override
    public boolean turn(long now) {
        nowNanos = now;
        processResources.exchange().check();
        if (retrying && retry.isDue(nowNanos)) {
            retrying = false;
            retry.set(nowNanos + AGAIN_NANOS);
            duties.work().stream()
                    .filter(work -> !work.outline().contentHash().isEmpty())
                    .forEach(this::assign);
        }
        boolean told = mailbox.drain(nowNanos);
        told |= inputClaims.turn(nowNanos);
        if (loopEnded) {
            loopEnded = false;
            leaving.removeIf(TaskLoop::isClosed);
            assign();
        }
        for (JobId job = forgotten.poll(); job != null; job = forgotten.poll()) {
            queueSweeper.ended(job);
        }
        noteProgress();
        queueSweeper.turn(epoch, this::isOver, nowNanos);
        reporter.turn(nowNanos, loops.values(), tally, JobReporter.stalled(duties.work(), unread));
        return told;
    }

    @Override
    public List<Said> said() {
        if (said.isEmpty()) {
            return List.of();
        }
        var all = new ArrayList<Said>();
        for (Said one = said.poll(); one != null; one = said.poll()) {
            all.add(one);
        }
        return all;
    }

    private void say(Command command) {
        said.add(new Said(command, null));
    }

    /** Statistics of the running tasks; for any thread. */
    public List<TaskStats> stats() {
        return loops.values().stream().map(TaskLoop::stats).toList();
    }

    /** Report of a job's tasks in this group, ended ones included; for any thread. */
    public List<TaskReport> report(JobId job) {
        var all = new ArrayList<>(loops.values());
        all.addAll(leaving);
        return tally.report(job, all);
    }

    @Override
    public void close() {
        loops.values().forEach(loop -> leave(loop, StopReason.GROUP_ENDED));
        loops.clear();
        inputClaims.close();
        stateBlobs.close();
        processResources.exchange().dismiss(group);
    }

    /** Listener for task events on other threads: queues commands and wakes the group for its next turn. */
    private final class ReportedEvents extends TaskEntries {

        @Override
        protected void append(Command command) {
            say(command);
            mailbox.wake();
        }

        @Override
        public void failed(Assignment task, String reason, long fence) {
            said.add(new Said(kill(task, reason, fence), task.peer()));
            mailbox.wake();
        }

        @Override
        public void failedAtEnd(Assignment task, String why) {
            tally.failedAtEnd(task, why);
        }

        @Override
        public void did(TaskStats stats) {
            tally.add(stats);
        }

        @Override
        public void ended() {
            loopEnded = true;
            mailbox.wake();
        }
    }
}
