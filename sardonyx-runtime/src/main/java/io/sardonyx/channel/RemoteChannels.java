package io.sardonyx.channel;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Loop;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Pass;
import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireAddress;
import io.sardonyx.report.LinkState;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Channels of a process in a cluster: ring buffers between its own peers, a wire to peers of other processes.
 *
 * <p>Threads: its turns, given by one thread at a time, send what tasks have enqueued and dispatch what has arrived.
 * Channel ends are opened, used and closed on any thread; what they change here is queued in a mailbox for the next
 * turn.
 */
public final class RemoteChannels implements Channels, Loop {

    /** Most frames that are received in one turn. */
    private static final int FRAMES_PER_TURN = 64;
    /** Interval at which the states of links are published. */
    private static final long PUBLISH_NANOS = Duration.ofMillis(100).toNanos();

    private final Wire wire;
    private final RandomGenerator random;
    /* The group hosted here, for the handshake. */
    private final AtomicReference<@Nullable GroupId> hosted;
    private final LocalChannels local = new LocalChannels();
    private final Mailbox mailbox = new Mailbox(() -> this.nudge.run());
    private final Wire.Inbound inbound = new Incoming();
    /* Entries are made and reference-counted atomically by any thread; their content is confined to turns. */
    private final ConcurrentHashMap<Site, RemoteProcess> processes = new ConcurrentHashMap<>();
    private final Deadline nextPublication = new Deadline();
    /* Written in turns, read by any thread. */
    private volatile List<LinkState> links = List.of();
    private volatile @Nullable Throwable bug;
    private volatile Runnable nudge = () -> {};
    private volatile boolean stuck;
    private volatile boolean over;
    /* Confined to turns. */
    private long numbers;

    /** @param random draws back-offs and link nonces; used in turns only */
    public RemoteChannels(Wire wire, RandomGenerator random) {
        this(wire, random, new AtomicReference<>());
    }

    private RemoteChannels(Wire wire, RandomGenerator random, AtomicReference<@Nullable GroupId> hosted) {
        this.wire = wire;
        this.random = random;
        this.hosted = hosted;
    }

    /**
     * Opens a wire for a process of a cluster.
     *
     * @param secret shared by the processes of the cluster, for the handshake
     * @throws IOException when it cannot listen at the address
     */
    public static RemoteChannels open(WireAddress address, String cluster, String secret, RandomGenerator random)
            throws IOException {
        var hosted = new AtomicReference<@Nullable GroupId>();
        var noGroup = GroupId.of("nobody");
        Supplier<Pass> pass = () -> new Pass(cluster, Objects.requireNonNullElse(hosted.get(), noGroup), secret);
        return new RemoteChannels(Wires.open(address, pass), random, hosted);
    }

    /** The address at which the peers of this process are reached. */
    public Site site() {
        return wire.site();
    }

    private boolean isHere(@Nullable Site site) {
        return site == null || site.equals(wire.site());
    }

    @Override
    public ChannelSender<Batch> batchesTo(Channel channel, @Nullable Site to, Codecs codecs) {
        if (to == null || isHere(to)) {
            return local.batchesTo(channel, to, codecs);
        }
        return sending(channel, to, new BatchFormat(codecs), ChannelLimits.BATCHES_PER_CHANNEL);
    }

    @Override
    public ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to) {
        if (to == null || isHere(to)) {
            return local.acksTo(channel, to);
        }
        return sending(channel, to, new AckFormat(), ChannelLimits.ACKS_PER_CHANNEL);
    }

    private <T> ChannelSender<T> sending(Channel channel, Site to, ItemFormat<T> format, int window) {
        RemoteProcess remote = used(to);
        var sender =
                new RemoteSender<>(channel, remote, format, window, closed -> mailbox.add(() -> remote.remove(closed)));
        mailbox.add(() -> remote.add(sender));
        return sender;
    }

    @Override
    public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
        if (from == null || isHere(from)) {
            return local.batchesFrom(channel, from, codecs);
        }
        ChannelReceiver<Batch> receiver =
                receiving(channel, from, new BatchFormat(codecs), ChannelLimits.BATCHES_PER_CHANNEL);
        receiver.limit(ChannelLimits.SEGMENTS_AT_FIRST);
        return receiver;
    }

    @Override
    public ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from) {
        if (from == null || isHere(from)) {
            return local.acksFrom(channel, from);
        }
        return receiving(channel, from, new AckFormat(), ChannelLimits.ACKS_PER_CHANNEL);
    }

    private <T> ChannelReceiver<T> receiving(Channel channel, Site from, ItemFormat<T> format, int window) {
        RemoteProcess remote = used(from);
        var receiver = new RemoteReceiver<>(
                channel, remote, format, window, closed -> mailbox.add(() -> remote.remove(closed)));
        mailbox.add(() -> remote.add(receiver));
        return receiver;
    }

    /** The entry of a remote process with one more reference; atomic with its removal in {@link #forget}. */
    private RemoteProcess used(Site site) {
        return processes.compute(site, (it, known) -> {
            RemoteProcess remote = known == null ? newRemote(it) : known;
            remote.use();
            return remote;
        });
    }

    private RemoteProcess newRemote(Site site) {
        return new RemoteProcess(site, wire, random, () -> nudge.run(), () -> ++numbers);
    }

    @Override
    public void host(GroupId group) {
        hosted.set(group);
        local.host(group);
    }

    @Override
    public void dismiss(GroupId group) {
        local.dismiss(group);
    }

    /**
     * A group without an address is reachable only here. One with this process's address that is not here may be an
     * earlier life of this process, which the log will declare dead soon.
     */
    @Override
    public boolean reaches(GroupId group, @Nullable Site site) {
        return site != null || local.reaches(group, null);
    }

    /** As of the last publication, at most some 100 ms old. */
    @Override
    public List<LinkState> links() {
        return links;
    }

    /** Number of connections and frames that were rejected: unauthenticated, damaged or malformed. */
    public long refusals() {
        return wire.refusals();
    }

    /** Sets the listener that is called, on any thread, when there may be something to send or to receive. */
    public Watch onArrival(Runnable other) {
        nudge = other;
        return wire.onArrival(other);
    }

    /** Whether something waits for room on a link; links do not signal room, so turns have to be given. */
    public boolean isStuck() {
        return stuck;
    }

    /** Whether there is no other process to communicate with. */
    public boolean isDormant() {
        return processes.isEmpty();
    }

    @Override
    public void check() {
        Throwable broken = bug;
        if (broken != null) {
            throw new IllegalStateException("the exchange with other processes is broken", broken);
        }
    }

    @Override
    public boolean turn(long nowNanos) {
        try {
            return !over && turnAll(nowNanos);
        } catch (RuntimeException | Error e) {
            bug = e;
            over = true;
            throw e;
        }
    }

    /** One turn: run queued changes, receive frames, send to each process, close unused links. */
    private boolean turnAll(long nowNanos) {
        boolean worked = mailbox.drain();
        worked |= wire.poll(inbound, FRAMES_PER_TURN) > 0;
        boolean full = false;
        for (RemoteProcess remote : processes.values()) {
            worked |= remote.turn(nowNanos);
            full |= remote.isStuck();
            if (remote.isForgotten(nowNanos)) {
                forget(remote);
            }
        }
        stuck = full;
        if (nextPublication.isDue(nowNanos)) {
            nextPublication.set(nowNanos + PUBLISH_NANOS);
            links = processes.values().stream()
                    .filter(RemoteProcess::isUsed)
                    .map(remote -> remote.state(nowNanos))
                    .toList();
        }
        return worked;
    }

    /**
     * Closes the link to an unused process, unless an end was opened meanwhile; its entry is kept while there is a link
     * from it.
     */
    private void forget(RemoteProcess remote) {
        processes.computeIfPresent(remote.site(), (site, still) -> {
            if (still.isUsed()) {
                return still;
            }
            still.close();
            return still.isHeard() ? still : null;
        });
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        over = true;
        processes.values().forEach(remote -> remote.close());
        processes.clear();
        wire.close();
    }

    /** Dispatches frames of incoming links; a process may be heard of by its first frame. */
    private final class Incoming implements Wire.Inbound {

        @Override
        public void frame(Site from, ByteBuffer frame) {
            processes.computeIfAbsent(from, RemoteChannels.this::newRemote).frame(frame);
        }

        @Override
        public void broken(Site from) {
            RemoteProcess remote = processes.get(from);
            if (remote != null) {
                remote.remoteLinkBroke();
            }
        }
    }
}
