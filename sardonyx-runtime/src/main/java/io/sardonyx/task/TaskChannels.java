package io.sardonyx.task;

import io.sardonyx.assignment.Routes;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.Channel.Content;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.Channels;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.KeyedRoute.KeyGrouping;
import io.sardonyx.task.state.KeyOwners;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one peer at one fence: batches from upstream and to downstream peers, acks to inputs, and abandoned
 * roots from inputs.
 *
 * <p>They are opened once, since an end that was closed cannot be opened again under the same fence; a task that
 * restarts in place keeps those it has.
 */
public final class TaskChannels implements TaskWiring {

    private final Job job;
    private final Assignment self;
    private final Routes routes;
    private final Channels exchange;
    private final Codecs codecs;
    private final List<ChannelReceiver<Batch>> incoming;
    private final List<ChannelReceiver<Acks>> ackInlets;
    private final List<ChannelReceiver<Acks>> abandonedInlets;
    private final List<ChannelSender<Acks>> abandonedOutlets;
    private final Map<TaskName, List<ChannelSender<Batch>>> senders = new HashMap<>();
    private final AckBuffer acks;
    private List<ChannelSender<Acks>> toInputs = List.of();
    /* Where an input's acks to itself go; set before the first ack. */
    private @Nullable ChannelSender<Acks> own;

    /** @param nudge called on any thread when a batch or bundle arrives, or there is room for more */
    TaskChannels(TaskDefinition plan, Routes routes, Channels exchange, Codecs codecs, Runnable nudge) {
        this.job = plan.job();
        this.self = plan.self();
        this.routes = routes;
        this.exchange = exchange;
        this.codecs = codecs;
        this.incoming = openInlets();
        boolean input = job.entry(self.task()).task().input();
        boolean cut = job.checkpoint() != null;
        this.ackInlets = input ? cut ? openKeeperInlets() : openAckInlets() : List.of();
        this.abandonedInlets = input || cut ? List.of() : openAbandonedInlets();
        this.abandonedOutlets = input && !cut ? openAbandonedOutlets() : List.of();
        this.acks = openAcks();
        job.behind(self.task()).forEach(behind -> senders.put(behind, openOutlets(behind)));
        Stream.of(incoming, ackInlets, abandonedInlets)
                .flatMap(List::stream)
                .forEach(receiver -> receiver.onArrival(nudge));
        acks.onRoom(nudge);
        senders.values().forEach(all -> all.forEach(sender -> sender.onRoom(nudge)));
    }

    long fence() {
        return routes.fence();
    }

    private List<Receiver> peersOf(TaskName task) {
        return Objects.requireNonNullElse(routes.receivers().get(task), List.of());
    }

    private Channel channel(PeerId from, PeerId to, Content content) {
        return new Channel(job.id(), routes.fence(), from, to, content);
    }

    /** Number of peers that run the same task. */
    public int peers() {
        return peersOf(self.task()).size();
    }

    /** Index of this peer among them, in the order of their slots. */
    public int index() {
        List<Receiver> peers = peersOf(self.task());
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).peer().equals(self.peer())) {
                return i;
            }
        }
        throw new IllegalStateException(self + " has no place in its own routes");
    }

    /** Slot of this peer, which it keeps as long as its assignment. */
    int slot() {
        return self.slot();
    }

    /** Upper bound of the slots of the task's peers, exclusive; vacant slots count. */
    public int slots() {
        List<Receiver> peers = peersOf(self.task());
        return peers.get(peers.size() - 1).slot() + 1;
    }

    /**
     * All peers that read an input of the job. The order is the same in every process, because root ids contain indexes
     * into it.
     */
    private List<Receiver> inputs() {
        var inputs = new ArrayList<Receiver>();
        for (CatalogEntry entry : job.catalog()) {
            if (entry.task().input()) {
                inputs.addAll(peersOf(entry.name()));
            }
        }
        if (inputs.size() > AckBuffer.MOST_INPUTS) {
            throw new IllegalStateException("at most " + AckBuffer.MOST_INPUTS + " peers can read for one job");
        }
        return inputs;
    }

    /** Index of this peer among all inputs of the job, part of its root ids. */
    public int ordinal() {
        return inputs().stream().map(Receiver::peer).toList().indexOf(self.peer());
    }

    List<ChannelReceiver<Batch>> incoming() {
        return incoming;
    }

    private List<ChannelReceiver<Batch>> openInlets() {
        var incoming = new ArrayList<ChannelReceiver<Batch>>();
        for (TaskName before : job.before(self.task())) {
            for (Receiver from : peersOf(before)) {
                Channel channel = channel(from.peer(), self.peer(), Content.BATCHES);
                incoming.add(exchange.batchesFrom(channel, from.site(), codecs));
            }
        }
        return incoming;
    }

    /** Acks from every peer that is not an input; for an input only. */
    public List<ChannelReceiver<Acks>> ackInlets() {
        return ackInlets;
    }

    private List<ChannelReceiver<Acks>> openAckInlets() {
        var incoming = new ArrayList<ChannelReceiver<Acks>>();
        for (CatalogEntry entry : job.catalog()) {
            if (!entry.task().input()) {
                for (Receiver from : peersOf(entry.name())) {
                    incoming.add(exchange.acksFrom(channel(from.peer(), self.peer(), Content.ACKS), from.site()));
                }
            }
        }
        return incoming;
    }

    /**
     * In a job with checkpoints, acks from every other peer if this is the keeper, and marks from the keeper at any
     * other input.
     */
    private List<ChannelReceiver<Acks>> openKeeperInlets() {
        Receiver keeper = inputs().get(0);
        var opened = new ArrayList<ChannelReceiver<Acks>>();
        for (CatalogEntry entry : job.catalog()) {
            for (Receiver from : peersOf(entry.name())) {
                boolean heard = keeper.peer().equals(self.peer())
                        ? !from.peer().equals(self.peer())
                        : from.peer().equals(keeper.peer());
                if (heard) {
                    opened.add(exchange.acksFrom(channel(from.peer(), self.peer(), Content.ACKS), from.site()));
                }
            }
        }
        return opened;
    }

    /** In a job with checkpoints, what the keeper sends marks by to every input, and these their requests to it. */
    public List<ChannelSender<Acks>> toInputs() {
        return toInputs;
    }

    /** Sender to the keeper of a job's checkpoints, which is the first input; null in a job without. */
    @Nullable
    ChannelSender<Acks> keeper() {
        return job.checkpoint() == null || toInputs.isEmpty() ? null : toInputs.get(0);
    }

    /** Abandoned roots from every input of the job; for tasks that are not inputs. */
    List<ChannelReceiver<Acks>> abandonedInlets() {
        return abandonedInlets;
    }

    private List<ChannelReceiver<Acks>> openAbandonedInlets() {
        var opened = new ArrayList<ChannelReceiver<Acks>>();
        for (Receiver input : inputs()) {
            opened.add(exchange.acksFrom(channel(input.peer(), self.peer(), Content.ACKS), input.site()));
        }
        return opened;
    }

    /** Abandoned roots to every peer that is not an input; for an input only. */
    public List<ChannelSender<Acks>> abandonedOutlets() {
        return abandonedOutlets;
    }

    private List<ChannelSender<Acks>> openAbandonedOutlets() {
        var opened = new ArrayList<ChannelSender<Acks>>();
        for (CatalogEntry entry : job.catalog()) {
            if (!entry.task().input()) {
                for (Receiver to : peersOf(entry.name())) {
                    opened.add(exchange.acksTo(channel(self.peer(), to.peer(), Content.ACKS), to.site()));
                }
            }
        }
        return opened;
    }

    /** The buffer of acks to every input of the job. */
    @Override
    public AckBuffer acks(@Nullable ChannelSender<Acks> ownAcks) {
        own = ownAcks;
        return acks;
    }

    private AckBuffer openAcks() {
        var all = new ArrayList<ChannelSender<Acks>>();
        for (Receiver input : inputs()) {
            all.add(
                    input.peer().equals(self.peer())
                            ? new Own()
                            : exchange.acksTo(channel(self.peer(), input.peer(), Content.ACKS), input.site()));
        }
        toInputs = all;
        return new AckBuffer(all, job.checkpoint() != null);
    }

    private List<ChannelSender<Batch>> openOutlets(TaskName behind) {
        var all = new ArrayList<ChannelSender<Batch>>();
        for (Receiver to : peersOf(behind)) {
            all.add(exchange.batchesTo(channel(self.peer(), to.peer(), Content.BATCHES), to.site(), codecs));
        }
        return all;
    }

    @Override
    public List<TaskRoute> routes(AckValues ackValues, int batchSize, Map<TaskName, KeyGrouping> keys) {
        var edges = new ArrayList<TaskRoute>();
        int together = Math.max(batchSize, ChannelLimits.SEGMENTS_TOGETHER);
        for (TaskName behind : job.behind(self.task())) {
            OutputBuffer[] buffers = senders.getOrDefault(behind, List.of()).stream()
                    .map(sender -> new OutputBuffer(behind, sender, ackValues, batchSize, together))
                    .toArray(OutputBuffer[]::new);
            KeyGrouping key = keys.get(behind);
            edges.add(key == null ? new ShuffledRoute(behind, buffers) : keyed(behind, key, buffers, ackValues));
        }
        return edges;
    }

    private TaskRoute keyed(TaskName behind, KeyGrouping key, OutputBuffer[] buffers, AckValues ackValues) {
        var keyed = new KeyedRoute(behind, key, buffers, bySlot(behind, peersOf(behind), buffers));
        CombiningRoute.Combining combining = key.combining();
        return combining == null ? keyed : new CombiningRoute(keyed, combining, ackValues, key.progress());
    }

    private OutputBuffer[] bySlot(TaskName task, List<Receiver> peers, OutputBuffer[] buffers) {
        return peers.isEmpty()
                ? buffers
                : KeyOwners.of(job.entry(task).task().flux(), peers).bySlot().stream()
                        .map(owner -> buffers[owner])
                        .toArray(OutputBuffer[]::new);
    }

    /** Sends buffered acks, as far as there is room. */
    void send() {
        acks.send();
    }

    void close() {
        incoming.forEach(ChannelReceiver::close);
        ackInlets.forEach(ChannelReceiver::close);
        abandonedInlets.forEach(ChannelReceiver::close);
        abandonedOutlets.forEach(ChannelSender::close);
        acks.close();
        senders.values().forEach(all -> all.forEach(ChannelSender::close));
    }

    /** Sends the acks of an input to itself without a channel. */
    private final class Own implements ChannelSender<Acks> {

        @Override
        public boolean offer(Acks bundle) {
            return own == null || own.offer(bundle);
        }

        @Override
        public void close() {}
    }
}
