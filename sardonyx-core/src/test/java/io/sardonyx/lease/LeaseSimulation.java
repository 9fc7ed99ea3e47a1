package io.sardonyx.lease;

import io.sardonyx.lease.SimulatedNode.Plant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Several processes fight for one lock, from one seed. Calendars are hours apart, monotonic clocks have origins
 * anywhere and run as wrongly as they are allowed to. First with faults, checking safety after every event; then
 * without, and somebody must be at work again.
 */
final class LeaseSimulation {

    private static final int NODES = 4;

    private final SimulatedTime time = new SimulatedTime();
    private final SimulatedStore store = new SimulatedStore();
    private final Faults faults = new Faults();
    private final Random random;
    private final Plant plant;
    private final double drift;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private int tokens;
    private int crashes;

    LeaseSimulation(long seed, double drift, Plant plant) {
        this.random = new Random(seed);
        this.drift = drift;
        this.plant = plant;
        for (int i = 0; i < NODES; i++) {
            nodes.add(newNode());
        }
    }

    SimulatedTime time() {
        return time;
    }

    SimulatedStore store() {
        return store;
    }

    Random random() {
        return random;
    }

    Faults faults() {
        return faults;
    }

    Plant plant() {
        return plant;
    }

    int crashes() {
        return crashes;
    }

    LeaseSimulation run(int leasesWithFaults) {
        long faultsEnd = leasesWithFaults * SimulatedNode.LEASE_NANOS;
        time.runUntil(faultsEnd, this::afterEachEvent);
        faults.end();
        nodes.stream().filter(SimulatedNode::mayAct).findFirst().ifPresent(this::replace);
        time.runUntil(faultsEnd + 8 * SimulatedNode.LEASE_NANOS, this::demandOneHolder);
        long before = store.accepted();
        time.runUntil(faultsEnd + 10 * SimulatedNode.LEASE_NANOS, this::demandOneHolder);
        SimulatedStore.demand(store.accepted() > before, "somebody is at work after the faults ended");
        return this;
    }

    private void afterEachEvent() {
        demandOneHolder();
        if (random.nextDouble() < faults.crash()) {
            replace(nodes.get(random.nextInt(NODES)));
        }
    }

    private void demandOneHolder() {
        long acting = nodes.stream().filter(SimulatedNode::mayAct).count();
        SimulatedStore.demand(acting <= 1, acting + " may act at " + time.nowNanos());
        for (var node : nodes) {
            boolean taken =
                    !store.document().isHeldBy(node.token()) && store.document().fence() > 0;
            SimulatedStore.demand(!taken || !node.mayAct(), node.token() + " may act though it holds nothing");
        }
    }

    private void replace(SimulatedNode node) {
        crashes++;
        node.crash();
        nodes.set(nodes.indexOf(node), newNode());
    }

    /* The extremes are the likeliest to do harm, so half of the clocks run as wrongly as allowed. */
    private SimulatedNode newNode() {
        double error = random.nextBoolean() ? Math.signum(random.nextDouble() - 0.5) : random.nextDouble() * 2 - 1;
        return new SimulatedNode(this, "token-" + tokens++, 1 + drift * error);
    }
}
