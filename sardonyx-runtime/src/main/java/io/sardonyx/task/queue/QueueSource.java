package io.sardonyx.task.queue;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchFormat;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.flow.AckLedger;
import io.sardonyx.flow.AckOutcome;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.Documents;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.AckBuffer;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.TaskDefinition;
import io.sardonyx.task.TaskQueues;
import io.sardonyx.task.TaskWiring;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.PluginReopener;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Batch source of a task of a queued job: takes messages from its queues, opens a root for each of their runs, and
 * commits what was taken together with what was given once no root is open.
 *
 * <p>One unit of work is in progress at a time, and several commits may be under way. A unit grows while there is more
 * to take and while a commit is under way, so that few transactions hold much (group commit). When a session is lost,
 * the unit is dropped whole and the broker delivers its messages again.
 */
public final class QueueSource implements BatchSource {

    /** Listener for the end of a task's queues. */
    public interface Events {
        /** All queues of the task are drained, and the end may be passed on. */
        void drained();
    }

    /** What a queued task works with, besides its definition. */
    public record Parts(
            JobQueues queues, List<Broker> brokers, Codecs codecs, Documents documents, Mailbox mailbox, long seed) {}

    /** Most roots open at once: runs of the messages of one unit. */
    private static final int MOST_ROOTS = 1 << 14;

    private static final long SELDOM_NANOS = 100_000_000;

    /** A sentinel that waits for the election of its queue's leader. */
    private record Undecided(BrokerSession session, QueuedMessage message) {}

    private final TaskDefinition plan;
    private final Parts parts;
    private final AckValues ackValues;
    private final Events events;
    private final BatchFormat format;
    private final List<BrokerSession> sessions;
    private final List<QueueDeclaration> around;
    private final EndMarks marks;
    private final @Nullable PartitionTokens tokens;
    private final AckLedger ledger = new AckLedger(MOST_ROOTS, 1);
    private final FailedRuns failedRuns;
    private final EdgeBacklog backlog;
    private final QueueDepth depth;
    private final @Nullable QueueName skipped;
    private final TaskSealer sealer;
    private final ArrayDeque<Undecided> undecided = new ArrayDeque<>();
    private @Nullable TaskOrders orders;
    private List<QueueName> read = List.of();
    private List<QueueName> wanted = List.of();
    private @Nullable UnitOfWork unit;
    private long nextRoot = 1;
    private int turn;
    private long nowNanos;
    /* Whether there was nothing more to take at the last look. */
    private boolean spent = true;
    private boolean dropped;
    private boolean told;
    /* Whether it is the first peer of its task, which measures the depth for all. */
    private boolean isFirst;
    private boolean progressed;
    private long redelivered;
    private long commits;

    /** @param input the plugin of an input; null for any other task */
    public QueueSource(
            TaskDefinition plan,
            Parts parts,
            AckValues ackValues,
            @Nullable PluginReopener<Input> input,
            PendingRoots.Poison poison,
            Events events) {
        this.plan = plan;
        this.parts = parts;
        this.ackValues = ackValues;
        this.sealer = new TaskSealer(plan, parts, ackValues);
        var election = new LeaderElection(plan.job().id(), parts.documents(), parts.mailbox());
        this.tokens = input == null ? null : new PartitionTokens(plan, input, poison, parts, sealer::freshId, election);
        this.events = events;
        this.format = new BatchFormat(parts.codecs());
        this.around = parts.queues().around(task());
        this.failedRuns = new FailedRuns(format, poison, plan.entry().tuning().attempts());
        var edges = new TreeMap<TaskName, List<QueueName>>();
        plan.job().behind(task()).forEach(behind -> edges.put(behind, lanes(behind)));
        this.backlog = new EdgeBacklog(edges, parts.brokers(), parts.mailbox());
        this.depth = new QueueDepth(parts.queues().readBy(task()), parts.brokers(), parts.mailbox());
        this.skipped = parts.queues().skipped(task());
        this.marks = new EndMarks(election, parts.mailbox());
        this.sessions = BrokerSession.atAll(parts, input != null, this::lost);
    }

    private TaskName task() {
        return plan.self().task();
    }

    @Override
    public TaskWiring connect(TaskOrders latest) {
        follow(latest);
        if (read.isEmpty()) {
            read = wanted;
        }
        return new TaskQueues(plan, this);
    }

    /** Queues do not depend on the fence: the broker decides who has what. */
    @Override
    public boolean isFenced() {
        return false;
    }

    /** Follows orders; lanes that go to another peer are handed over once nothing of them is in progress. */
    @Override
    public void follow(TaskOrders latest) {
        // what was committed before a process died says nothing about whether the job gets on without it
        progressed &= orders != null && latest.fence() == orders.fence();
        orders = latest;
        // who was moved away and back tells the end again: it had no place when it told before
        told = latest.sealing();
        sealer.follow(told);
        wanted = parts.queues().readBy(plan.self(), latest.routes());
        backlog.follow(latest.routes());
        isFirst = JobQueues.isFirst(plan.self(), latest.routes());
    }

    private boolean isReading() {
        return orders != null && orders.reading();
    }

    /** Acks of the task's own runs: every task of a queued job acks to itself. */
    @Override
    public ChannelSender<Acks> own() {
        return new ChannelSender<>() {
            @Override
            public boolean offer(Acks bundle) {
                take(bundle);
                return true;
            }

            @Override
            public void close() {}
        };
    }

    private void take(Acks acks) {
        for (int i = 0; i < acks.skips(); i++) {
            if (unit != null && ledger.pending(acks.skippedRoot(i)) != 0) {
                unit.skip(acks.skippedCount(i));
            }
        }
        for (int i = 0; i < acks.size(); i++) {
            ack(acks.root(i), acks.value(i));
        }
        for (int i = 0; i < acks.failures(); i++) {
            failed(acks.failed(i));
        }
        for (int i = 0; i < acks.losses(); i++) {
            if (unit != null && ledger.pending(acks.lost(i)) != 0) {
                giveUp(unit);
            }
        }
    }

    private void ack(long root, long value) {
        if (value != 0) {
            ledger.ack(root, value);
        }
    }

    /** Gives a failed run back to its queue, and takes back what was given for it. */
    private void failed(long root) {
        UnitOfWork present = unit;
        long value = ledger.pending(root);
        if (present == null || !ledger.abandon(root)) {
            return;
        }
        UnitOfWork.TakenRun run = present.run(root);
        if (value != run.value()) {
            failedRuns.withdraw(present, other -> other == root);
        }
        failedRuns.failed(present, run);
    }

    /** Drops a unit of which something was lost, as when an output goes away before it has settled a segment. */
    private void giveUp(UnitOfWork broken) {
        broken.session().close();
        lost(broken.session());
    }

    /** Adds a batch to the unit of work and acks its runs, but for those that have failed or belong to a lost unit. */
    void give(QueueName queue, Batch batch) {
        UnitOfWork present = unit;
        if (present == null) {
            return;
        }
        boolean failed = false;
        for (int run = 0; run < batch.runs(); run++) {
            failed |= isAbandoned(batch.root(run));
        }
        byte[] body = format.bytes(QueueMessage.DATA, batch);
        if (failed) {
            body = failedRuns.without(body, this::isAbandoned);
        }
        if (body != null) {
            present.give(new OutgoingMessage(queue, body));
            backlog.given(body.length);
        }
        for (int run = 0; run < batch.runs(); run++) {
            ack(batch.root(run), batch.value(run));
        }
    }

    /** A sender of batches to a queue, for the routes of the task. */
    public QueueSender sender(QueueName queue) {
        return new QueueSender(queue, this, format);
    }

    /** The queues of the edge to a downstream task, by lane. */
    public List<QueueName> lanes(TaskName behind) {
        return parts.queues().lanes(task(), behind);
    }

    @Override
    public boolean tend(long now) throws Exception {
        nowNanos = now;
        boolean worked = decide();
        if (!wanted.equals(read) && isIdle()) {
            read = wanted;
            sessions.forEach(BrokerSession::close);
            undecided.clear();
            if (tokens != null) {
                tokens.release();
            }
        }
        for (int i = 0; i < sessions.size(); i++) {
            sessions.get(i).tend(around, read, tokens != null, now);
        }
        if (tokens != null) {
            worked |= tokens.tend(now);
            for (int i = 0; unit == null && i < sessions.size(); i++) {
                if (sessions.get(i).isOpen() && tokens.isReady(sessions.get(i))) {
                    unitAt(sessions.get(i));
                }
            }
        }
        worked |= commit();
        backlog.tend(now);
        if (isFirst) {
            depth.tend(commits, now);
        }
        if (!told && isIdle() && isDrained()) {
            told = true;
            events.drained();
            worked = true;
        }
        return worked;
    }

    /** A broker without the seed of an input has no tokens yet: its queues are empty, but not drained. */
    private boolean isDrained() {
        return BrokerSession.areDeclared(sessions)
                && (tokens == null || tokens.isEmpty())
                && marks.isDrained(read, parts.queues().readBy(task()), parts.brokers(), nowNanos);
    }

    /** Gives back or drops sentinels for whose queue a leader has been elected. */
    private boolean decide() {
        boolean any = false;
        for (int i = undecided.size(); i > 0; i--) {
            Undecided next = undecided.remove();
            if (next.session().isOpen() && (unit == null || unit.session() == next.session())) {
                any |= sentinel(next.session(), next.message());
            } else {
                undecided.add(next);
            }
        }
        return any;
    }

    private boolean sentinel(BrokerSession session, QueuedMessage message) {
        Boolean leads = marks.isLeader(message.queue(), QueueMessage.id(message.body()));
        if (leads == null) {
            undecided.add(new Undecided(session, message));
        } else {
            marks.take(message, leads, unitAt(session));
        }
        return leads != null;
    }

    private UnitOfWork unitAt(BrokerSession session) {
        UnitOfWork present = unit;
        if (present == null) {
            present = new UnitOfWork(session, nextRoot, nowNanos);
            unit = present;
        }
        return present;
    }

    /** Commits the unit if it is whole and need not grow. */
    private boolean commit() {
        UnitOfWork whole = unit;
        if (whole == null || ledger.size() > 0 || hasLetters() || whole.mayGrow(spent, nowNanos)) {
            return false;
        }
        BrokerSession session = whole.session();
        List<PartitionTokens.Held> moved = tokens == null ? List.of() : tokens.moved(whole);
        unit = null;
        if (whole.isEmpty()) {
            return false;
        }
        if (skipped != null && whole.skipped() > 0) {
            whole.give(new OutgoingMessage(skipped, QueueMessage.skipped(whole.skipped())));
        }
        session.commit(
                whole,
                () -> {
                    progressed = true;
                    commits++;
                    if (tokens != null) {
                        tokens.committed(moved);
                    }
                },
                nowNanos);
        return true;
    }

    private boolean isIdle() {
        return unit == null && ledger.size() == 0 && BrokerSession.areCommitted(sessions);
    }

    /** Drops the unit of a session that is over; the broker delivers its messages again. */
    private void lost(BrokerSession session) {
        sealer.lost();
        undecided.removeIf(waiting -> waiting.session() == session);
        if (tokens != null) {
            tokens.lost(session);
        }
        if (unit != null && unit.session() == session) {
            unit = null;
            failedRuns.clear();
            ledger.abandonAll(root -> {});
            dropped = true;
        }
    }

    /** Whether all that is in progress belongs to a unit that was dropped, since the last call. */
    @Override
    public boolean hasDropped() {
        boolean now = dropped;
        dropped = false;
        return now;
    }

    @Override
    public @Nullable Batch next(long now) throws Exception {
        nowNanos = now;
        spent = true;
        FailedRuns.Letter letter = failedRuns.nextLetter();
        if (letter != null) {
            return letter(letter);
        }
        if (!hasLetters() && !mayTake()) {
            return null;
        }
        for (int i = sessions.size(); i > 0; i--) {
            BrokerSession session = unit == null ? sessions.get(turn % sessions.size()) : unit.session();
            turn++;
            Batch batch = session.isOpen() ? next(session) : null;
            if (batch != null || unit != null) {
                return batch;
            }
        }
        return null;
    }

    /** Whether more may be taken: it reads, nothing is dropped or handed over, and neither unit nor edge is full. */
    private boolean mayTake() {
        return !dropped && isReading() && wanted.equals(read) && !isFull() && !backlog.isFull();
    }

    /** Whether a bad record or a poison segment waits to be emitted as a dead letter. */
    private boolean hasLetters() {
        return failedRuns.hasLetters() || tokens != null && tokens.hasLetters();
    }

    /** Opens a poison segment as a root of its own, which the error policy makes a dead letter. */
    private Batch letter(FailedRuns.Letter letter) {
        Object[] segments = {letter.segment()};
        Batch batch = Batch.around(segments, 1, SegmentSize.of(segments, null, 0, 1));
        UnitOfWork.TakenRun run = letter.run();
        open(batch, 1, run.queue(), run.attempt(), run.batch().origin(run.run()));
        return batch;
    }

    private @Nullable Batch next(BrokerSession session) throws Exception {
        while (unit == null || !unit.isFull()) {
            QueuedMessage message = tokens == null || tokens.hasRoom() ? session.poll() : null;
            if (message == null) {
                break;
            }
            Batch batch;
            try {
                batch = take(session, message);
            } catch (IllegalArgumentException e) {
                throw new BrokerFault(
                        BrokerFault.Kind.DAMAGED_MESSAGE,
                        "a message of the queue " + message.queue() + " at "
                                + session.broker().address() + " cannot be used: " + e.getMessage(),
                        e);
            }
            if (batch != null) {
                return batch;
            }
        }
        return tokens == null ? null : read(session, tokens);
    }

    /** Takes a message; the batch if it is one. */
    private @Nullable Batch take(BrokerSession session, QueuedMessage message) {
        byte kind = QueueMessage.kind(message.body());
        if (kind == QueueMessage.SENTINEL) {
            sentinel(session, message);
            return null;
        }
        marks.other(message.queue());
        told = false;
        if (kind == QueueMessage.DATA) {
            redelivered += message.deliveries() > 1 ? 1 : 0;
            return data(session, message);
        }
        if (tokens == null) {
            throw new IllegalArgumentException("it is a partition, but task " + task() + " is no input");
        }
        tokens.add(session, message);
        return null;
    }

    /** Reads from the partitions whose tokens this peer holds. */
    private @Nullable Batch read(BrokerSession session, PartitionTokens from) throws Exception {
        PartitionTokens.Read read = from.read(session, plan.entry().tuning().batchSize(), nowNanos);
        if (read == null) {
            return null;
        }
        unitAt(session);
        Batch batch =
                Batch.around(read.segments(), 1, SegmentSize.of(read.segments(), null, 0, read.segments().length));
        if (read.segments().length > 0) {
            open(batch, read.segments().length, this.read.get(0), 0, read.origin());
        }
        return batch;
    }

    /** Opens the runs of a message as roots. */
    private Batch data(BrokerSession session, QueuedMessage message) {
        Batch sent = format.read(message.body());
        unitAt(session).take(message);
        Object[] segments =
                sent.segments().length == sent.size() ? sent.segments() : Arrays.copyOf(sent.segments(), sent.size());
        Batch batch = Batch.around(segments, sent.runs(), SegmentSize.of(segments, null, 0, segments.length));
        for (int run = 0; run < sent.runs(); run++) {
            open(batch, sent.end(run), message.queue(), message.attempt(), sent.origin(run));
        }
        return batch;
    }

    /** Opens the next run of a batch as a root. */
    private void open(Batch batch, int end, QueueName queue, int attempt, @Nullable SegmentOrigin origin) {
        spent = false;
        long root = AckBuffer.root(0, nextRoot++);
        long value = ackValues.fresh();
        if (ledger.open(root, value) != AckOutcome.PENDING) {
            throw new IllegalStateException("there was no room for a root, though units are bounded");
        }
        Objects.requireNonNull(unit, "it was begun with what is opened")
                .open(new UnitOfWork.TakenRun(queue, attempt, batch, batch.runs(), value));
        batch.endRun(end, root, value, origin);
    }

    @Override
    public boolean isAbandoned(long root) {
        return ledger.pending(root) == 0;
    }

    @Override
    public boolean isFull() {
        return unit != null && unit.isFull();
    }

    @Override
    public boolean isHeldUp() {
        return backlog.isFull();
    }

    @Override
    public long restNanos(long now) {
        long rest = Math.min(Math.min(SELDOM_NANOS, marks.restNanos(now)), backlog.restNanos(now));
        return tokens == null || tokens.isEmpty() ? rest : Math.min(rest, tokens.restNanos(now));
    }

    @Override
    public int openRoots() {
        return ledger.size();
    }

    @Override
    public QueueFigures queues() {
        return new QueueFigures(depth.latest(), commits, redelivered, failedRuns.retried());
    }

    @Override
    public Extent extent() {
        return tokens == null ? Extent.NONE : tokens.extent();
    }

    @Override
    public boolean hasProgressed(long now) {
        return progressed || tokens != null && tokens.isEmpty() && isIdle();
    }

    @Override
    public @Nullable Waiting waiting() {
        Waiting first = tokens == null ? null : tokens.waiting();
        return first == null ? BrokerSession.waiting(sessions) : first;
    }

    @Override
    public boolean isQuiet() {
        return isIdle();
    }

    @Override
    public boolean blocks() {
        return tokens != null && tokens.blocks();
    }

    /**
     * Passes the end on to the downstream tasks, unless something came into the queues of this task since they were
     * found to be drained.
     *
     * @return whether that is committed; false means to ask again
     */
    public boolean passOn() {
        if (isIdle() && isDrained()) {
            sealer.passOn(sessions, nowNanos);
        }
        return sealer.isPassedOn();
    }

    /** Number of segments that all peers of the task have skipped; known once the end was passed on. */
    public long skippedSegments() {
        return sealer.skippedSegments();
    }

    @Override
    public void close() throws Exception {
        sessions.forEach(BrokerSession::close);
        sealer.close();
        if (tokens != null) {
            tokens.close();
        }
    }
}
