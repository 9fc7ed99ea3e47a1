package io.sardonyx.claim;

import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.engine.JobCheck;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.check.NodeLimits;
import io.sardonyx.lease.Candidate;
import io.sardonyx.lease.Claims;
import io.sardonyx.lease.Contender;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.loop.Loop;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.partition.DocumentLock;
import io.sardonyx.partition.HeldPartition;
import io.sardonyx.partition.PartitionWork;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.LockCodec;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Event loop of a node: polls all documents, lists itself, claims partitions as long as it has workers to spare, and
 * does the leader's work while it holds the leader's lock. Confined to the thread of {@link #turn}, except for
 * {@link #state}.
 */
public final class NodeLoop implements Loop {

    /** Nodes with jobs that they are unfit for, beyond which no more say so, which bounds the list. */
    private static final int MOST_UNFIT_LISTED = 500;

    private final NodeSettings settings;
    private final Candidate self;
    private final WatchedWrites writes;
    private final Documents documents;
    private final ProcessResources processResources;
    private final RandomGenerator random;
    private final NodeCounters counters = new NodeCounters();
    private final Mailbox mailbox = new Mailbox();
    private final WorkTable table = new WorkTable();
    private final JobStore contents;
    private final HeldPartition.Setting setting;
    private final DocumentLock leaderLock;
    private final NodeElection election;
    private final LeaderRounds leaderRounds;
    private final WorkPolls polls;
    private final CallWork.@Nullable Services calls;
    private final Map<String, HeldPartition> held = new TreeMap<>();
    private final Map<JobId, LoadedJob> jobs = new TreeMap<>();
    private final Deadline nextClaim = new Deadline();
    private final Deadline nextLook = new Deadline();
    private final long thirdNanos;
    private volatile NodeState state;
    private boolean polled;
    private long pollSawLeaderCalls;
    /* Changes of the table at the last look for a partition to claim, if it found none. */
    private long fruitlessChanges = -1;
    private boolean advertising;
    private boolean led;
    private ListedNode listed;
    private boolean leaving;
    private boolean left;
    private int copies;
    private @Nullable String storeTrouble;
    private @Nullable String writeTrouble;

    /**
     * A job as this process knows it.
     *
     * @param job null while it is read, and if it cannot run here
     * @param unfit why it cannot run here; null if it can
     */
    private record LoadedJob(
            String hash, @Nullable Job job, @Nullable String unfit) {}

    private final class Polled implements WorkPolls.Listener {

        @Override
        public void polling() {
            table.polling();
            pollSawLeaderCalls = leaderLock.calls();
        }

        @Override
        public boolean polled(DamageTolerantRead read) {
            return NodeLoop.this.polled(read);
        }

        @Override
        public void failed(Throwable failure) {
            trouble(failure);
        }
    }

    /** @param listing runs calls of inputs that list partitions, which may block */
    public NodeLoop(
            Documents store,
            NodeSettings settings,
            ProcessResources processResources,
            RandomGenerator random,
            Executor listing) {
        this(store, settings, processResources, random, listing, null);
    }

    /** @param calls what calls need; null for a node that leaves them to others */
    NodeLoop(
            Documents store,
            NodeSettings settings,
            ProcessResources processResources,
            RandomGenerator random,
            Executor listing,
            CallWork.@Nullable Services calls) {
        this.settings = settings;
        this.self = settings.candidate();
        this.listed = new ListedNode(settings.token(), settings.workers());
        this.writes = new WatchedWrites(ClaimDocuments.within(store));
        this.documents = counters.counting(writes);
        this.processResources = processResources;
        this.random = random;
        this.contents = new JobStore(documents);
        this.thirdNanos = settings.lease().toNanos() / 3;
        this.calls = calls;
        this.setting = new HeldPartition.Setting(
                self, settings.attempts(), documents, mailbox, processResources.clock(), counters.leases());
        this.leaderLock = new DocumentLock(
                Contender.of(ClaimDocuments.LEADER, self),
                documents,
                mailbox,
                processResources.clock(),
                found -> ClaimDocuments.decode(found.name(), found.body(), LockCodec::read));
        this.election = new NodeElection(leaderLock, table, settings.lease().toNanos());
        this.leaderRounds = new LeaderRounds(
                new LeaderRounds.Setting(settings, documents, mailbox, listing, processResources),
                table,
                leaderLock,
                this::job);
        this.state = NodeState.starting(settings.token());
        this.polls = new WorkPolls(documents, mailbox, table, thirdNanos, new Polled());
    }

    /** Snapshot after its last turn; for any thread. */
    public NodeState state() {
        return state;
    }

    /** What it has done so far; for any thread. */
    public NodeCounters counters() {
        return counters;
    }

    /** Begins to leave: what is held is finished or given back, then the loop is over. */
    public void leave() {
        leaving = true;
    }

    @Override
    public boolean turn(long nowNanos) {
        var now = new Moment(nowNanos, settings.wallClock().millis());
        boolean worked = mailbox.drain(nowNanos);
        long nearEnd = leaderLock.mayActAt(nowNanos) ? leaderRounds.nearEnd() : 0;
        worked |= polls.turn(nowNanos, nearEnd, workersBusy() < settings.workers());
        if (polled) {
            loadJobs();
            worked |= tendHeld(now);
            worked |= advertise();
            worked |= lead(now);
            worked |= !leaving && claim(nowNanos);
        }
        tellWriteTrouble();
        if (worked || state.isStale(leaderLock.mayActAt(nowNanos), held.size())) {
            state = view(nowNanos);
        }
        return worked;
    }

    /** Takes over what a poll has read; returns whether it could be used. */
    private boolean polled(DamageTolerantRead read) {
        long nowNanos = processResources.clock().getAsLong();
        try {
            table.polled(read, nowNanos);
        } catch (Unreadable e) {
            trouble(e);
            return false;
        }
        replaceNodes(read.damaged());
        counters.sawFailed(table.failed());
        election.polled(nowNanos);
        if (sawLeader(read.damaged().get(ClaimDocuments.LEADER), nowNanos)) {
            storeTrouble = null;
        }
        polled = true;
        giveLeftBehind();
        leaderRounds.polled();
        return true;
    }

    /** Gives back what has this node's name although it does not work on it: no other node may be there to see it. */
    private void giveLeftBehind() {
        for (Sighting<PartitionDocument> seen : table.all()) {
            if (seen.document().lock().isHeldBy(self.token()) && !held.containsKey(seen.name())) {
                held.put(seen.name(), HeldPartition.leftBehind(seen, setting));
            }
        }
    }

    /** Of damaged documents only the list of nodes is replaced, since nothing is lost with it. */
    private void replaceNodes(Map<String, String> damaged) {
        if (damaged.containsKey(ClaimDocuments.NODES)) {
            mailbox.await(
                    documents.delete(ClaimDocuments.NODES, Documents.DAMAGED),
                    deleted -> polls.hasten(),
                    failure -> {});
        }
    }

    /**
     * Takes note of the leader's lock, and tells if it is damaged: partitions are worked on without a leader.
     *
     * @param damage why the store finds it damaged; null if it does not
     */
    private boolean sawLeader(@Nullable String damage, long nowNanos) {
        try {
            if (damage != null) {
                throw new Unreadable(damage);
            }
            if (leaderLock.isIdle() && leaderLock.calls() == pollSawLeaderCalls) {
                leaderLock.saw(table.leader(), nowNanos);
            }
            return true;
        } catch (Unreadable e) {
            trouble(e);
            return false;
        }
    }

    private void trouble(Throwable failure) {
        String told = String.valueOf(failure.getMessage());
        if (!told.equals(storeTrouble)) {
            LazyLoggers.of(NodeLoop.class).warn("the documents of nodes cannot be read: {}", told);
        }
        storeTrouble = told;
    }

    private void tellWriteTrouble() {
        String told = writes.trouble();
        if (told != null && !told.equals(writeTrouble)) {
            LazyLoggers.of(NodeLoop.class).warn("the documents of nodes cannot be written: {}", told);
        }
        writeTrouble = told;
    }

    /** The content of a running job, if it is known and can run here. */
    private @Nullable Job job(JobId id) {
        LoadedJob loaded = jobs.get(id);
        return loaded == null ? null : loaded.job;
    }

    private void loadJobs() {
        List<IndexedJob> running = table.index().running();
        if (jobs.keySet()
                .removeIf(id -> running.stream().noneMatch(job -> job.id().equals(id)))) {
            listed = listed.unfitFor(unfit());
        }
        for (IndexedJob job : running) {
            LoadedJob loaded = jobs.get(job.id());
            if (loaded == null || !loaded.hash.equals(job.hash())) {
                jobs.put(job.id(), new LoadedJob(job.hash(), null, null));
                mailbox.await(
                        contents.read(job.id(), job.hash()),
                        content -> loaded(job, content),
                        failure -> unreadable(job, failure));
            }
        }
    }

    private void loaded(IndexedJob job, Job content) {
        List<Fault> faults = new ArrayList<>(NodeLimits.faults(content));
        faults.addAll(JobCheck.faults(content, processResources));
        if (faults.isEmpty()) {
            jobs.put(job.id(), new LoadedJob(job.hash(), content, null));
            return;
        }
        unfit(job, faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
    }

    private void unreadable(IndexedJob job, Throwable failure) {
        if (failure instanceof Unreadable || failure instanceof IllegalArgumentException) {
            unfit(job, String.valueOf(failure.getMessage()));
        } else {
            jobs.remove(job.id()); // to be read again
        }
    }

    private void unfit(IndexedJob job, String reason) {
        LazyLoggers.of(NodeLoop.class).warn("this node is unfit for job {}: {}", job.id(), reason);
        jobs.put(
                job.id(),
                new LoadedJob(job.hash(), null, processResources.secrets().redacted(reason)));
        listed = listed.unfitFor(unfit());
    }

    /** The jobs that cannot run in this process, and why. */
    private SortedMap<JobId, String> unfit() {
        var unfit = new TreeMap<JobId, String>();
        jobs.forEach((id, job) -> {
            if (job.unfit != null) {
                unfit.put(id, job.unfit);
            }
        });
        return unfit;
    }

    private boolean tendHeld(Moment now) {
        boolean worked = false;
        for (var each = held.entrySet().iterator(); each.hasNext(); ) {
            var entry = each.next();
            String name = entry.getKey(); // the entry may be another one after a removal
            HeldPartition partition = entry.getValue();
            if (!isRunning(partition.job())) {
                partition.abandon();
            } else if (leaving) {
                partition.giveBack(now.nanos());
            }
            worked |= partition.turn(now);
            if (partition.version() != Documents.ABSENT) {
                table.wrote(name, partition.version(), partition.document(), now.nanos());
            }
            if (partition.isOver()) {
                each.remove();
                worked = true;
                if (!partition.isConfirmed()) {
                    table.gone(name); // the next poll shows what became of it
                } else if (leaderRounds.nearEnd() > 0) {
                    leaderRounds.polled(); // it may have been the last one
                }
            }
        }
        return worked;
    }

    private boolean isRunning(JobId job) {
        return job.equals(ClaimDocuments.EXECUTOR) || table.index().isRunning(job);
    }

    /** Puts this node on the list, which serves to spread the work evenly. */
    private boolean advertise() {
        if (advertising || table.isTouched(ClaimDocuments.NODES)) {
            return false;
        }
        NodeListDocument nodes = table.nodes();
        Optional<NodeListDocument> next = leaving
                ? nodes.without(self.token())
                : nodes.advertised(isListTooLong(nodes) ? new ListedNode(self.token(), settings.workers()) : listed);
        if (next.isEmpty()) {
            left |= leaving;
            return false;
        }
        advertising = true;
        mailbox.await(
                documents.write(ClaimDocuments.NODES, ClaimDocuments.encode(next.get()), table.nodesVersion()),
                version -> {
                    advertising = false;
                    version.ifPresentOrElse(it -> table.wrote(next.get(), it), polls::hasten);
                },
                failure -> advertising = false);
        return true;
    }

    private static boolean isListTooLong(NodeListDocument nodes) {
        return nodes.nodes().stream().filter(node -> !node.unfit().isEmpty()).count() > MOST_UNFIT_LISTED;
    }

    private boolean lead(Moment now) {
        boolean called = election.turn(now, listed, leaving);
        boolean leads = leaderLock.mayActAt(now.nanos());
        if (leads && !led) {
            polls.askForNames(); // a former leader may have created some since the last time
        }
        led = leads;
        boolean worked = !leaving && leads && leaderRounds.turn(now);
        return called || worked;
    }

    /**
     * Claims a partition if a worker is free; a random pause after each lets other nodes catch up. Calls are short, so
     * they wait for no pause. A partition of which each node has one needs no worker, since calls may wait for it.
     */
    private boolean claim(long nowNanos) {
        boolean pausing = !nextClaim.isDue(nowNanos) || held.values().stream().anyMatch(NodeLoop::isClaiming);
        Optional<Sighting<PartitionDocument>> own = pausing ? Optional.empty() : nextPerNode(nowNanos);
        if (own.isPresent()) {
            hold(own.get(), isHeld(PartitionCodec.jobOf(own.get().document())));
            return true;
        }
        boolean known = fruitlessChanges == table.changes() && !nextLook.isDue(nowNanos);
        if (workersBusy() >= settings.workers() || known) {
            return false;
        }
        List<Sighting<PartitionDocument>> eligible = eligible(pausing);
        Optional<Sighting<PartitionDocument>> next = Claims.next(table.nodes(), self, eligible, nowNanos);
        if (next.isEmpty()) {
            if (!pausing) {
                fruitlessChanges = table.changes();
                nextLook.set(nowNanos + thirdNanos / 50);
            }
            return false;
        }
        hold(next.get(), false);
        if (!ClaimDocuments.isCall(next.get().document())) {
            nextClaim.set(nowNanos + pauseNanos(eligible));
        }
        return true;
    }

    /** The pause after a claim: none while there is work for every worker of every node. */
    private long pauseNanos(List<Sighting<PartitionDocument>> eligible) {
        NodeListDocument nodes = table.nodes();
        if (Claims.isPlenty(nodes, eligible)) {
            return 0;
        }
        long share = Claims.share(nodes, nodes.position(self.token()), eligible.size());
        return Claims.pauseNanos(thirdNanos / 3, held.size(), share, random.nextDouble());
    }

    /** @param leftOnly whether it is not to be read, but to publish what its former holder has left */
    private void hold(Sighting<PartitionDocument> chosen, boolean leftOnly) {
        held.put(chosen.name(), new HeldPartition(chosen, starter(chosen.document(), leftOnly), setting));
    }

    private long workersBusy() {
        return held.values().stream()
                .filter(each -> !ClaimDocuments.isPerNode(each.document()))
                .count();
    }

    /**
     * A partition of a job that has one for each node: to be read if this node holds none. Else what the holder of one
     * has left has to be published by somebody if no other node comes to read it, for which there was time.
     */
    private Optional<Sighting<PartitionDocument>> nextPerNode(long nowNanos) {
        return table.perNode().stream()
                .filter(seen -> seen.document().isClaimable(seen.observation(), nowNanos))
                .filter(seen -> !seen.document().lock().isHeldBy(self.token()) && !held.containsKey(seen.name()))
                .filter(seen -> {
                    JobId job = PartitionCodec.jobOf(seen.document());
                    return job(job) != null && (!isHeld(job) || isLeft(seen, nowNanos));
                })
                .findFirst();
    }

    private boolean isLeft(Sighting<PartitionDocument> seen, long nowNanos) {
        return ClaimDocuments.hasLeftOutput(seen.document()) && Claims.isOverdue(seen, self, nowNanos);
    }

    private static boolean isClaiming(HeldPartition each) {
        return each.phase() == HeldPartition.Phase.CLAIMING && !ClaimDocuments.isCall(each.document());
    }

    private PartitionWork.Starter starter(PartitionDocument work, boolean leftOnly) {
        if (ClaimDocuments.isCall(work)) {
            CallWork.Services services = Objects.requireNonNull(calls, "it is eligible");
            return grant -> CallWork.started(grant, services, mailbox::wake);
        }
        Job job = Objects.requireNonNull(job(PartitionCodec.jobOf(work)), "it is eligible");
        String copyName = self.token() + "-" + copies++;
        return grant -> leftOnly
                ? JobCopy.publishing(job, copyName, grant, processResources, documents, mailbox::wake)
                : JobCopy.started(job, copyName, grant, processResources, documents, mailbox::wake);
    }

    /** The partitions for which workers are needed here, without those of which this node is getting rid. */
    private List<Sighting<PartitionDocument>> eligible(boolean callsOnly) {
        return table.all().stream()
                .filter(seen -> isFit(seen.document(), callsOnly))
                .filter(seen ->
                        !held.containsKey(seen.name()) || seen.document().lock().isHeldBy(self.token()))
                .toList();
    }

    private boolean isFit(PartitionDocument work, boolean callsOnly) {
        if (ClaimDocuments.isCall(work)) {
            return calls != null && ClaimDocuments.isFor(self.token(), work);
        }
        return !callsOnly && !ClaimDocuments.isPerNode(work) && job(PartitionCodec.jobOf(work)) != null;
    }

    private boolean isHeld(JobId job) {
        return held.values().stream().anyMatch(each -> each.job().equals(job));
    }

    @Override
    public boolean isOver() {
        return leaving && left && held.isEmpty() && leaderLock.isIdle();
    }

    private NodeState view(long nowNanos) {
        return new NodeState(
                settings.token(),
                leaderLock.mayActAt(nowNanos),
                held.values().stream()
                        .map(each -> new NodeState.Holding(
                                each.job(),
                                ClaimDocuments.partitionOf(each.document()),
                                each.document().lock().fence()))
                        .toList(),
                unfit(),
                Map.copyOf(table.unreadable()),
                storeTrouble == null ? writeTrouble : storeTrouble);
    }

    /** Ends at once, as if the process had died: leases are left to expire. */
    @Override
    public void close() {
        polls.close();
        held.values().forEach(HeldPartition::close);
    }
}
