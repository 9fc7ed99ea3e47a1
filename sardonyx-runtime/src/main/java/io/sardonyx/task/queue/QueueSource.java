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
import io.sardonyx.port.Documents;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batch source of a task of a queued job: takes messages from its queues, opens a root for each of their runs, and
 * commits what was taken together with what was given once no root is open.
 *
 * <p>One unit of work is in progress at a time, and several commits may be under way; while one is, the next unit
 * grows, so that few transactions carry much (group commit). When a session is lost, the unit is dropped whole and the
 * broker delivers its messages again.
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

    private static final int MOST_COMMITS = 2;
    private static final long SELDOM_NANOS = 100_000_000;
    private static final long FIRST_RETRY_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 9;

    /** A run that was taken, to be given back if it fails. */
    private record TakenRun(QueueName queue, int attempt, Batch batch, int run) {}

    /** A sentinel that waits for the election of its queue's leader. */
    private record Undecided(BrokerSession session, QueuedMessage message) {}

    private final TaskDefinition plan;
    private final Parts parts;
    private final AckValues ackValues;
    private final Events events;
    private final BatchFormat format;
    private final List<BrokerSession> sessions = new ArrayList<>();
    private final List<QueueDeclaration> around;
    private final EndMarks marks;
    private final @Nullable PartitionTokens tokens;
    private final AckLedger ledger = new AckLedger(MOST_ROOTS, 1);
    /* Runs of the unit by root, from firstRoot on. */
    private final List<TakenRun> runs = new ArrayList<>();
    private final ArrayDeque<Undecided> undecided = new ArrayDeque<>();
    private @Nullable TaskOrders orders;
    private List<QueueName> read = List.of();
    private List<QueueName> wanted = List.of();
    private @Nullable UnitOfWork unit;
    private long firstRoot;
    private long nextRoot = 1;
    private int turn;
    private long nowNanos;
    private boolean dropped;
    private boolean told;
    private boolean progressed;
    private long redelivered;
    private int sentinels;
    private boolean passing;
    private boolean passed;

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
        this.tokens = input == null ? null : new PartitionTokens(plan, input, poison, parts, this::freshId);
        this.events = events;
        this.format = new BatchFormat(parts.codecs());
        this.around = parts.queues().around(task());
        this.marks = new EndMarks(plan.job().id(), parts.documents(), parts.mailbox());
        int prefetchBytes = input == null ? Broker.PREFETCH_BYTES : PartitionTokens.PREFETCH_BYTES;
        for (Broker broker : parts.brokers()) {
            int index = sessions.size();
            sessions.add(new BrokerSession(
                    index, broker, prefetchBytes, parts.mailbox(), this::lost, parts.seed() + index));
        }
    }

    private TaskName task() {
        return plan.self().task();
    }

    /** The queues that this peer reads under some orders. */
    private List<QueueName> share(TaskOrders latest) {
        var peers = latest.routes().receivers().get(task());
        int index = 0;
        int count = peers == null ? 1 : Math.max(1, peers.size());
        for (int i = 0; peers != null && i < peers.size(); i++) {
            index = peers.get(i).peer().equals(plan.self().peer()) ? i : index;
        }
        return parts.queues().readBy(task(), index, count);
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
        orders = latest;
        wanted = share(latest);
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
        for (int i = 0; i < acks.size(); i++) {
            ack(acks.root(i), acks.value(i));
        }
        for (int i = 0; i < acks.failures(); i++) {
            if (ledger.abandon(acks.failed(i))) {
                giveBack(runs.get((int) (acks.failed(i) - firstRoot)));
            }
        }
    }

    private void ack(long root, long value) {
        if (value != 0) {
            ledger.ack(root, value);
        }
    }

    /** Gives a failed run back to its queue, with a delay; in single segments once its attempts are used up. */
    private void giveBack(TakenRun failed) {
        UnitOfWork present = unit;
        if (present == null) {
            return;
        }
        int start = failed.run() == 0 ? 0 : failed.batch().end(failed.run() - 1);
        int end = failed.batch().end(failed.run());
        int attempt = failed.attempt() + 1;
        boolean singly = attempt >= plan.entry().tuning().attempts() && end - start > 1;
        for (int from = start; from < end; from = singly ? from + 1 : end) {
            Batch again = format.blank(end - start, 1);
            for (int i = from; i < (singly ? from + 1 : end); i++) {
                again.add(failed.batch().segments()[i]);
            }
            again.endRun(0, 0, failed.batch().origin(failed.run()));
            present.give(new OutgoingMessage(failed.queue(), body(again))
                    .withAttempt(singly ? 0 : attempt)
                    .withDelayMillis(FIRST_RETRY_MILLIS << Math.min(attempt - 1, MOST_DOUBLINGS)));
        }
    }

    private byte[] body(Batch batch) {
        return format.bytes(QueueMessage.DATA, batch);
    }

    /** Adds a batch to the unit of work and acks its runs; drops it if the unit that it belongs to was dropped. */
    void give(QueueName queue, Batch batch) {
        UnitOfWork present = unit;
        if (present == null || ledger.pending(batch.root(0)) == 0) {
            return;
        }
        present.give(new OutgoingMessage(queue, body(batch)));
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
            sessions.get(i).tend(around, read, tokens == null ? null : read.get(0), now);
        }
        if (tokens != null) {
            worked |= tokens.tend();
            for (int i = 0; unit == null && i < sessions.size(); i++) {
                if (sessions.get(i).isOpen() && tokens.isReady(sessions.get(i))) {
                    unitAt(sessions.get(i));
                }
            }
        }
        worked |= commit();
        if (!told && isIdle() && isDrained()) {
            told = true;
            events.drained();
            worked = true;
        }
        return worked;
    }

    private boolean isDrained() {
        List<QueueName> all = parts.queues().readBy(task(), 0, 1);
        return (tokens == null || tokens.isEmpty()) && marks.isDrained(read, all, parts.brokers(), nowNanos);
    }

    /** Gives back or drops sentinels for whose queue a leader has been elected. */
    private boolean decide() {
        boolean any = false;
        for (int i = undecided.size(); i > 0; i--) {
            Undecided next = undecided.remove();
            boolean now = next.session().isOpen() && canUse(next.session());
            if (!now) {
                undecided.add(next);
            } else {
                any |= sentinel(next.session(), next.message());
            }
        }
        return any;
    }

    /** Whether the unit of work is, or may be, one of this session. */
    private boolean canUse(BrokerSession session) {
        return unit == null || unit.session() == session;
    }

    private boolean sentinel(BrokerSession session, QueuedMessage message) {
        String id = QueueMessage.sentinelId(message.body());
        Boolean leads = marks.isLeader(message.queue(), id);
        if (leads == null) {
            undecided.add(new Undecided(session, message));
            return false;
        }
        UnitOfWork into = unitAt(session);
        into.take(message);
        if (leads) {
            int attempt = message.attempt() + 1;
            into.give(new OutgoingMessage(message.queue(), message.body())
                    .withAttempt(attempt)
                    .withDelayMillis(EndMarks.delayMillis(attempt)));
            marks.leader(message.queue());
        }
        return true;
    }

    private UnitOfWork unitAt(BrokerSession session) {
        UnitOfWork present = unit;
        if (present == null) {
            present = new UnitOfWork(session);
            unit = present;
            runs.clear();
            firstRoot = nextRoot;
        }
        return present;
    }

    /** Commits the unit if it is whole: at once when no commit is under way, else when it is full. */
    private boolean commit() {
        UnitOfWork whole = unit;
        if (whole == null || ledger.size() > 0 || tokens != null && tokens.hasLetters()) {
            return false;
        }
        BrokerSession session = whole.session();
        if (session.commits() > 0 && !(whole.isFull() && session.commits() < MOST_COMMITS)) {
            return false;
        }
        List<PartitionTokens.Held> moved = tokens == null ? List.of() : tokens.moved(whole);
        unit = null;
        if (whole.isEmpty()) {
            return false;
        }
        session.commit(
                whole,
                () -> {
                    progressed = true;
                    if (tokens != null) {
                        tokens.committed(moved);
                    }
                },
                nowNanos);
        return true;
    }

    private boolean isIdle() {
        if (unit != null || ledger.size() > 0) {
            return false;
        }
        for (int i = 0; i < sessions.size(); i++) {
            if (sessions.get(i).commits() > 0) {
                return false;
            }
        }
        return true;
    }

    /** Drops the unit of a session that is over; the broker delivers its messages again. */
    private void lost(BrokerSession session) {
        passing = false;
        undecided.removeIf(waiting -> waiting.session() == session);
        if (tokens != null) {
            tokens.lost(session);
        }
        if (unit != null && unit.session() == session) {
            unit = null;
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
        boolean letters = tokens != null && tokens.hasLetters();
        if (!letters && (!isReading() || !wanted.equals(read) || unit != null && unit.isFull())) {
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

    private @Nullable Batch next(BrokerSession session) throws Exception {
        while (unit == null || !unit.isFull()) {
            QueuedMessage message = tokens == null || tokens.hasRoom() ? session.poll() : null;
            if (message == null) {
                break;
            }
            redelivered += message.deliveries() > 1 ? 1 : 0;
            switch (QueueMessage.kind(message.body())) {
                case QueueMessage.SENTINEL -> sentinel(session, message);
                case QueueMessage.DATA -> {
                    other(message);
                    return data(session, message);
                }
                default -> {
                    other(message);
                    partitions().add(session, message);
                }
            }
        }
        return tokens == null ? null : read(session, tokens);
    }

    /** Notes a message that is no sentinel: the task is not drained. */
    private void other(QueuedMessage message) {
        marks.other(message.queue());
        told = false;
    }

    private PartitionTokens partitions() {
        if (tokens == null) {
            throw new IllegalArgumentException("a partition is in the queue of task " + task() + ", which is no input");
        }
        return tokens;
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
            open(batch, read.segments().length, new TakenRun(this.read.get(0), 0, batch, 0), read.origin());
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
            open(batch, sent.end(run), new TakenRun(message.queue(), message.attempt(), batch, run), sent.origin(run));
        }
        return batch;
    }

    private void open(Batch batch, int end, TakenRun taken, @Nullable SegmentOrigin origin) {
        long root = AckBuffer.root(0, nextRoot++);
        long value = ackValues.fresh();
        if (ledger.open(root, value) != AckOutcome.PENDING) {
            throw new IllegalStateException("there was no room for a root, though units are bounded");
        }
        runs.add(taken);
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
    public long restNanos(long now) {
        long rest = Math.min(SELDOM_NANOS, marks.restNanos(now));
        return tokens == null || tokens.isEmpty() ? rest : Math.min(rest, tokens.restNanos(now));
    }

    @Override
    public int openRoots() {
        return ledger.size();
    }

    @Override
    public long replays() {
        return redelivered;
    }

    @Override
    public Extent extent() {
        return tokens == null ? Extent.NONE : tokens.extent();
    }

    @Override
    public boolean hasProgressed(long now) {
        return progressed;
    }

    @Override
    public @Nullable Waiting waiting() {
        Waiting first = tokens == null ? null : tokens.waiting();
        for (int i = 0; first == null && i < sessions.size(); i++) {
            first = sessions.get(i).waiting();
        }
        return first;
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
     * Passes the end on to the downstream tasks: gives a fresh sentinel to each of their queues, unless something came
     * into the queues of this task since they were found to be drained.
     *
     * @return whether that is committed; false means to ask again
     */
    public boolean passOn() {
        for (int i = 0; !passing && i < sessions.size(); i++) {
            BrokerSession session = sessions.get(i);
            if (session.isOpen() && isIdle() && isDrained()) {
                passing = true;
                passOn(session);
            }
        }
        return passed;
    }

    private void passOn(BrokerSession session) {
        var end = new UnitOfWork(session);
        for (TaskName behind : plan.job().behind(task())) {
            for (QueueName lane : lanes(behind)) {
                end.give(new OutgoingMessage(lane, QueueMessage.sentinel(freshId())));
            }
        }
        if (end.isEmpty()) {
            passed = true;
        } else {
            session.commit(end, () -> passed = true, nowNanos);
        }
    }

    /** A fresh id for a sentinel, by which its queue's leader is elected. */
    private String freshId() {
        return plan.self().peer().text() + "-" + sentinels++ + "-"
                + HexFormat.of().toHexDigits(ackValues.fresh());
    }

    @Override
    public void close() throws Exception {
        sessions.forEach(BrokerSession::close);
        if (tokens != null) {
            tokens.close();
        }
    }
}
