package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchOutlet;
import io.sardonyx.channel.Capacities;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.Channel.Content;
import io.sardonyx.channel.Exchange;
import io.sardonyx.channel.Inlet;
import io.sardonyx.channel.Outlet;
import io.sardonyx.job.Assignment;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.Routes;
import io.sardonyx.job.Routes.Receiver;
import io.sardonyx.serial.Codecs;
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
 * The channels of one peer at one fence. They are opened once: an end that was closed cannot be opened again under the
 * same fence, so a task that restarts in place goes on with those it has.
 */
public final class Wiring {

    private final Job job;
    private final Assignment self;
    private final Routes routes;
    private final Exchange exchange;
    private final Codecs codecs;
    private final List<Inlet<Batch>> inlets;
    private final List<Inlet<Acks>> ackInlets;
    private final List<Inlet<Acks>> abandonedInlets;
    private final List<Outlet<Acks>> abandonedOutlets;
    private final Map<TaskName, List<BatchOutlet>> outlets = new HashMap<>();
    private final AckDesk acks;
    private @Nullable Outlet<Acks> own;

    /** @param nudge told when there may be something to take, or room for more */
    Wiring(TaskPlan plan, Routes routes, Exchange exchange, Codecs codecs, Runnable nudge) {
        this.job = plan.job();
        this.self = plan.self();
        this.routes = routes;
        this.exchange = exchange;
        this.codecs = codecs;
        this.inlets = openInlets();
        boolean input = job.entry(self.task()).task().input();
        this.ackInlets = input ? openAckInlets() : List.of();
        this.abandonedInlets = input ? List.of() : openAbandonedInlets();
        this.abandonedOutlets = input ? openAbandonedOutlets() : List.of();
        this.acks = openAcks();
        job.behind(self.task()).forEach(behind -> outlets.put(behind, openOutlets(behind)));
        Stream.of(inlets, ackInlets, abandonedInlets).flatMap(List::stream).forEach(inlet -> inlet.onArrival(nudge));
        acks.onRoom(nudge);
        outlets.values().forEach(all -> all.forEach(outlet -> outlet.onRoom(nudge)));
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

    /** How many peers run the same task. */
    public int peers() {
        return peersOf(self.task()).size();
    }

    /** Which of them this one is, in the order of their slots. */
    public int index() {
        List<Receiver> peers = peersOf(self.task());
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).peer().equals(self.peer())) {
                return i;
            }
        }
        throw new IllegalStateException(self + " has no place in its own routes");
    }

    /** The slot of this one, which it keeps as long as its place. */
    int slot() {
        return self.slot();
    }

    /** How many slots the peers of the task have taken, with those in between. */
    public int slots() {
        List<Receiver> peers = peersOf(self.task());
        return peers.get(peers.size() - 1).slot() + 1;
    }

    /** All peers that read an input of the job, in an order on which all agree. */
    private List<Receiver> inputs() {
        var inputs = new ArrayList<Receiver>();
        for (CatalogEntry entry : job.catalog()) {
            if (entry.task().input()) {
                inputs.addAll(peersOf(entry.name()));
            }
        }
        if (inputs.size() > AckDesk.MOST_INPUTS) {
            throw new IllegalStateException("at most " + AckDesk.MOST_INPUTS + " peers can read for one job");
        }
        return inputs;
    }

    /** Which of the job's inputs this peer is. */
    public int ordinal() {
        return inputs().stream().map(Receiver::peer).toList().indexOf(self.peer());
    }

    List<Inlet<Batch>> inlets() {
        return inlets;
    }

    private List<Inlet<Batch>> openInlets() {
        var inlets = new ArrayList<Inlet<Batch>>();
        for (TaskName before : job.before(self.task())) {
            for (Receiver from : peersOf(before)) {
                Channel channel = channel(from.peer(), self.peer(), Content.BATCHES);
                inlets.add(exchange.batchesFrom(channel, from.site(), codecs));
            }
        }
        return inlets;
    }

    /** From every peer that may get something of what this input reads. */
    public List<Inlet<Acks>> ackInlets() {
        return ackInlets;
    }

    private List<Inlet<Acks>> openAckInlets() {
        var inlets = new ArrayList<Inlet<Acks>>();
        for (CatalogEntry entry : job.catalog()) {
            if (!entry.task().input()) {
                for (Receiver from : peersOf(entry.name())) {
                    inlets.add(exchange.acksFrom(channel(from.peer(), self.peer(), Content.ACKS), from.site()));
                }
            }
        }
        return inlets;
    }

    /** From every input of the job, which tell what they have abandoned. */
    List<Inlet<Acks>> abandonedInlets() {
        return abandonedInlets;
    }

    private List<Inlet<Acks>> openAbandonedInlets() {
        var opened = new ArrayList<Inlet<Acks>>();
        for (Receiver input : inputs()) {
            opened.add(exchange.acksFrom(channel(input.peer(), self.peer(), Content.ACKS), input.site()));
        }
        return opened;
    }

    /** To every peer that may get something of what this input reads. */
    public List<Outlet<Acks>> abandonedOutlets() {
        return abandonedOutlets;
    }

    private List<Outlet<Acks>> openAbandonedOutlets() {
        var opened = new ArrayList<Outlet<Acks>>();
        for (CatalogEntry entry : job.catalog()) {
            if (!entry.task().input()) {
                for (Receiver to : peersOf(entry.name())) {
                    opened.add(exchange.acksTo(channel(self.peer(), to.peer(), Content.ACKS), to.site()));
                }
            }
        }
        return opened;
    }

    /** To every input of the job; an input's own acks need no channel. */
    AckDesk ackDesk(@Nullable Outlet<Acks> ownAcks) {
        own = ownAcks;
        return acks;
    }

    private AckDesk openAcks() {
        var all = new ArrayList<Outlet<Acks>>();
        for (Receiver input : inputs()) {
            all.add(
                    input.peer().equals(self.peer())
                            ? new Own()
                            : exchange.acksTo(channel(self.peer(), input.peer(), Content.ACKS), input.site()));
        }
        return new AckDesk(all);
    }

    private List<BatchOutlet> openOutlets(TaskName behind) {
        var all = new ArrayList<BatchOutlet>();
        for (Receiver to : peersOf(behind)) {
            all.add(exchange.batchesTo(channel(self.peer(), to.peer(), Content.BATCHES), to.site(), codecs));
        }
        return all;
    }

    /** To every task behind, in the order of the workflow. */
    List<Edge> edges(Emission emission, int batchSize, Map<TaskName, Keying> keys) {
        var edges = new ArrayList<Edge>();
        int together = Math.max(batchSize, Capacities.SEGMENTS_TOGETHER);
        for (TaskName behind : job.behind(self.task())) {
            Lane[] lanes = outlets.getOrDefault(behind, List.of()).stream()
                    .map(outlet -> new Lane(behind, outlet, emission, batchSize, together))
                    .toArray(Lane[]::new);
            Keying key = keys.get(behind);
            edges.add(
                    key == null
                            ? new ShuffledEdge(behind, lanes)
                            : new KeyedEdge(behind, key, lanes, bySlot(behind, peersOf(behind), lanes)));
        }
        return edges;
    }

    /** With fixed slots a key stays with its slot, whoever holds it; else the present peers share all keys. */
    private Lane[] bySlot(TaskName task, List<Receiver> peers, Lane[] lanes) {
        if (job.entry(task).task().flux() == Flux.CONTINUE || peers.isEmpty()) {
            return lanes;
        }
        var bySlot = new Lane[peers.get(peers.size() - 1).slot() + 1];
        int holder = lanes.length - 1;
        for (int slot = bySlot.length - 1; slot >= 0; slot--) {
            while (holder > 0 && peers.get(holder - 1).slot() >= slot) {
                holder--;
            }
            bySlot[slot] = lanes[holder];
        }
        return bySlot;
    }

    /** Sends what its task has to tell inputs, as far as there is room. */
    void send() {
        acks.send();
    }

    void close() {
        inlets.forEach(Inlet::close);
        ackInlets.forEach(Inlet::close);
        abandonedInlets.forEach(Inlet::close);
        abandonedOutlets.forEach(Outlet::close);
        acks.close();
        outlets.values().forEach(all -> all.forEach(Outlet::close));
    }

    /** What an input acks to itself. */
    private final class Own implements Outlet<Acks> {

        @Override
        public boolean offer(Acks bundle) {
            return own == null || own.offer(bundle);
        }

        @Override
        public void close() {}
    }
}
