package io.sardonyx.task.queue;

import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.content.PartitionList;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.port.Documents;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.TaskDefinition;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.PluginReopener;
import io.sardonyx.task.input.PoisonSegment;
import io.sardonyx.task.input.PollBackOff;
import io.sardonyx.task.input.StoreQuery;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of an input as messages of its queue: who holds a token reads its partition, and gives the token back
 * at the new position together with the segments that were read, in one transaction. So the position and what was read
 * up to it cannot disagree, and no checkpoint is needed.
 *
 * <p>The first message of the queue, the seed, becomes the tokens of all partitions and a sentinel. Confined to the
 * thread of the task's turn.
 */
public final class PartitionTokens {

    /** Bytes of tokens that a peer prefetches: few, since each may be a whole file for another peer. */
    static final int PREFETCH_BYTES = 1 << 10;

    /** Most partitions with an end that a peer reads at once. */
    private static final int MOST_OPEN = 8;

    /** Segments of the first poll, before their size is known. */
    private static final int FEWEST = 16;

    /** What was read from a partition at once. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Read(Object[] segments, SegmentOrigin origin) {}

    /** A token in the hands of this peer. */
    static final class Held {

        private final BrokerSession session;
        private final QueuedMessage message;
        private final QueueMessage.Token token;
        private @Nullable Partition partition;
        private @Nullable String reached;
        private boolean atEnd;
        private int most = FEWEST;

        private Held(BrokerSession session, QueuedMessage message) {
            this.session = session;
            this.message = message;
            this.token = QueueMessage.Token.of(message.body());
            this.reached = token.position();
        }

        private boolean hasMoved() {
            return atEnd || !Objects.equals(reached, token.position());
        }
    }

    /**
     * A seed in the hands of this peer; the names of the partitions once they are known. A broker may put the seeds of
     * two peers into a queue, so one is elected and others become nothing.
     */
    private static final class Seed {

        private final BrokerSession session;
        private final QueuedMessage message;
        private @Nullable Boolean leads;
        private @Nullable List<String> names;

        private Seed(BrokerSession session, QueuedMessage message) {
            this.session = session;
            this.message = message;
        }

        private boolean isReady() {
            return names != null || Boolean.FALSE.equals(leads);
        }
    }

    private final TaskDefinition plan;
    private final PluginReopener<Input> plugin;
    private final PendingRoots.Poison poison;
    private final Documents documents;
    private final StoreQuery store;
    private final int brokers;
    private final Supplier<String> ids;
    private final LeaderElection election;
    private final List<Held> held = new ArrayList<>();
    private final List<Seed> seeds = new ArrayList<>();
    /* Open partitions whose token is on its way back, by name. */
    private final Map<String, Held> away = new HashMap<>();
    private final ArrayDeque<Read> letters = new ArrayDeque<>();
    private final PollBackOff pause = new PollBackOff();
    private Extent finished = Extent.NONE;
    /* An exception of the plugin in a callback, thrown in the next turn. */
    private @Nullable Exception failure;
    private int next;

    /** @param ids gives a fresh id for a sentinel */
    public PartitionTokens(
            TaskDefinition plan,
            PluginReopener<Input> plugin,
            PendingRoots.Poison poison,
            QueueSource.Parts parts,
            Supplier<String> ids,
            LeaderElection election) {
        this.plan = plan;
        this.plugin = plugin;
        this.poison = poison;
        this.documents = parts.documents();
        this.store = StoreQuery.ofPartitions(
                parts.mailbox(), plan.job().id(), plan.self().task());
        this.brokers = parts.brokers().size();
        this.ids = ids;
        this.election = election;
    }

    /** Takes a token or a seed into its hands. */
    void add(BrokerSession session, QueuedMessage message) {
        if (QueueMessage.kind(message.body()) == QueueMessage.SEED) {
            seeds.add(new Seed(session, message));
            return;
        }
        var token = new Held(session, message);
        Held former = away.remove(token.token.partition());
        if (former != null && Objects.equals(former.reached, token.reached)) {
            token.partition = former.partition;
            token.most = former.most;
        } else if (former != null) {
            close(former);
        }
        held.add(token);
    }

    boolean isEmpty() {
        return held.isEmpty() && seeds.isEmpty();
    }

    /** Whether another token may be taken; partitions without an end are not limited. */
    boolean hasRoom() {
        int withEnd = 0;
        for (int i = 0; i < held.size(); i++) {
            Partition partition = held.get(i).partition;
            withEnd += partition == null || partition.extent().isKnown() ? 1 : 0;
        }
        return withEnd < MOST_OPEN;
    }

    /** Whether a bad record waits to be emitted as a dead letter. */
    boolean hasLetters() {
        return !letters.isEmpty();
    }

    /** Opens the plugin after an outage, lists the partitions for seeds, and opens those whose tokens have come. */
    boolean tend(long nowNanos) throws Exception {
        Exception thrown = failure;
        failure = null;
        if (thrown != null) {
            outage(thrown);
        }
        boolean opened = plugin.instance() == null && plugin.open();
        Input input = plugin.instance();
        if (input == null) {
            return false;
        }
        try {
            for (Seed seed : seeds) {
                if (seed.leads == null) {
                    String name = seed.message.queue() + ".seed" + seed.session.index();
                    seed.leads = election.isLeader(name, QueueMessage.id(seed.message.body()));
                }
                boolean lists = Boolean.TRUE.equals(seed.leads) && seed.names == null;
                if (lists && !store.isAsking() && store.isDue(nowNanos)) {
                    list(seed, input);
                }
            }
            for (Held token : held) {
                if (token.partition == null && !token.atEnd) {
                    token.partition = input.open(token.token.partition(), token.reached);
                    opened = true;
                }
            }
        } catch (Exception e) {
            outage(e);
        }
        return opened;
    }

    /** Reads the list of partitions, or writes it; the first peer decides for all. */
    private void list(Seed seed, Input input) {
        store.ask(
                PartitionList.read(documents, plan.job().id(), plan.self().task()),
                there -> listed(seed, input, there));
    }

    private void listed(Seed seed, Input input, Optional<PartitionList.Stored> there) {
        if (there.isPresent()) {
            seed.names = there.get().list().names();
            return;
        }
        PartitionList list;
        try {
            list = new PartitionList(input.partitions(), true, null);
        } catch (Exception e) {
            failure = e;
            return;
        }
        store.ask(
                list.write(documents, plan.job().id(), plan.self().task(), Documents.ABSENT),
                written -> seed.names = written.isPresent() ? list.names() : null);
    }

    /** Whether a token or a seed of a session is ready to be committed. */
    boolean isReady(BrokerSession session) {
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).session == session && held.get(i).hasMoved()) {
                return true;
            }
        }
        for (int i = 0; i < seeds.size(); i++) {
            if (seeds.get(i).session == session && seeds.get(i).isReady()) {
                return true;
            }
        }
        return false;
    }

    /** Polls the partitions of a session round-robin, until one gives segments. */
    @Nullable
    Read read(BrokerSession session, int batchSize, long nowNanos) throws Exception {
        Read letter = letters.poll();
        if (letter != null) {
            return letter;
        }
        for (int i = held.size(); i > 0 && plugin.instance() != null; i--) {
            next = next + 1 >= held.size() ? 0 : next + 1;
            Held token = held.get(next);
            Partition partition = token.partition;
            if (token.session == session && partition != null && !token.atEnd) {
                Read read;
                try {
                    read = read(token, partition, batchSize);
                } catch (Exception e) {
                    outage(e);
                    return null;
                }
                if (read != null) {
                    pause.active(nowNanos);
                    return read;
                }
            }
        }
        return null;
    }

    private @Nullable Read read(Held token, Partition partition, int batchSize) throws Exception {
        int count = 0;
        Object[] segments = new Object[Math.min(batchSize, token.most)];
        if (!partition.isAtEnd()) {
            count = partition.poll(segments);
        }
        token.atEnd = partition.isAtEnd();
        if (plugin.isInDoubt()) {
            plugin.answered(count > 0 || token.atEnd);
        }
        if (count == 0) {
            return null;
        }
        long bytes = SegmentSize.of(segments, null, 0, count);
        long limit = bytes == 0 ? Integer.MAX_VALUE : count * ChannelLimits.BYTES_PER_BATCH / bytes;
        token.most = (int) Math.max(1, Math.min(limit, 2L * token.most));
        token.reached = partition.position();
        Object[] exact = count == segments.length ? segments : Arrays.copyOf(segments, count);
        var origin = new SegmentOrigin(plan.self().task(), token.token.partition(), partition.position());
        return new Read(partition.hasBadRecords() ? withoutBad(token, exact) : exact, origin);
    }

    /** The segments without bad records, about which the error policy of the input decides. */
    private Object[] withoutBad(Held token, Object[] read) throws Exception {
        var segments = new ArrayList<>(read.length);
        for (Object item : read) {
            if (item instanceof BadRecord bad) {
                String cause = poison.letterCause(bad);
                if (cause != null) {
                    letters.add(new Read(
                            new Object[] {new PoisonSegment(bad.text(), cause)},
                            new SegmentOrigin(plan.self().task(), token.token.partition(), bad.position())));
                }
            } else {
                segments.add(item);
            }
        }
        return segments.toArray();
    }

    /**
     * Adds to a unit of work the tokens of its session that have moved, each at its new position or, at the end of its
     * partition, not at all; and the tokens that a seed becomes.
     *
     * @return those that moved, for {@link #committed}
     */
    List<Held> moved(UnitOfWork unit) {
        var moved = new ArrayList<Held>();
        held.removeIf(token -> {
            boolean goes = token.session == unit.session() && token.hasMoved();
            if (goes) {
                unit.take(token.message);
                if (!token.atEnd) {
                    unit.give(token(token.message, token.token.partition(), token.reached));
                    away.put(token.token.partition(), token);
                }
                moved.add(token);
            }
            return goes;
        });
        seeds.removeIf(seed -> {
            boolean goes = seed.session == unit.session() && seed.isReady();
            List<String> names = goes ? seed.names : null;
            if (goes) {
                unit.take(seed.message);
            }
            if (names != null) {
                for (int i = seed.session.index(); i < names.size(); i += brokers) {
                    unit.give(token(seed.message, names.get(i), null));
                }
                unit.give(new OutgoingMessage(seed.message.queue(), QueueMessage.sentinel(ids.get())));
            }
            return goes;
        });
        next = 0;
        return moved;
    }

    private static OutgoingMessage token(QueuedMessage from, String partition, @Nullable String position) {
        return new OutgoingMessage(from.queue(), new QueueMessage.Token(partition, position).bytes())
                .withGroup(partition);
    }

    /** Tells partitions that all up to their new positions is committed, and closes those at their end. */
    void committed(List<Held> moved) {
        for (Held token : moved) {
            Partition partition = token.partition;
            try {
                if (partition != null && token.reached != null) {
                    partition.completed(token.reached);
                }
            } catch (Exception e) {
                failure = e;
            }
            if (token.atEnd) {
                finished = finished.plus(partition == null ? Extent.NONE : partition.extent());
                close(token);
            }
        }
    }

    /** Forgets the tokens of a session that is over: whoever gets them next reads from where they say. */
    void lost(BrokerSession session) {
        letters.clear();
        held.removeIf(token -> {
            boolean gone = token.session == session;
            if (gone) {
                close(token);
            }
            return gone;
        });
        seeds.removeIf(seed -> seed.session == session);
    }

    /** Closes and forgets everything, because all sessions are closed. */
    void release() {
        letters.clear();
        held.forEach(PartitionTokens::close);
        held.clear();
        away.values().forEach(PartitionTokens::close);
        away.clear();
        seeds.clear();
    }

    /** In an outage of the plugin, closes its partitions; they are opened again where they were. */
    private void outage(Exception thrown) throws Exception {
        plugin.failed(thrown);
        held.forEach(PartitionTokens::close);
        away.values().forEach(PartitionTokens::close);
        away.clear();
    }

    private static void close(Held token) {
        Partition former = token.partition;
        token.partition = null;
        if (former != null) {
            try {
                former.close();
            } catch (IOException | RuntimeException e) {
                LazyLoggers.of(PartitionTokens.class).debug("a partition did not close well", e);
            }
        }
    }

    long restNanos(long nowNanos) {
        return pause.nanos(nowNanos);
    }

    boolean blocks() {
        Input input = plugin.instance();
        return input != null && input.blocks();
    }

    @Nullable
    Waiting waiting() {
        return store.waiting() == null ? plugin.waiting() : store.waiting();
    }

    Extent extent() {
        Extent all = finished;
        for (Held token : held) {
            all = token.partition == null ? all : all.plus(token.partition.extent());
        }
        return all;
    }

    void close() throws Exception {
        release();
        plugin.close();
    }
}
