package io.sardonyx.testkit.simulate;

import io.sardonyx.exchange.Acks;
import io.sardonyx.exchange.Batch;
import io.sardonyx.exchange.Capacities;
import io.sardonyx.exchange.Channel;
import io.sardonyx.exchange.Exchange;
import io.sardonyx.exchange.Inlet;
import io.sardonyx.exchange.LocalExchange;
import io.sardonyx.exchange.Outlet;

/** The exchange of one machine: plain rings between its own peers, links to those of others. */
final class Post implements Exchange {

    private final Network network;
    private final LocalExchange local = new LocalExchange();
    private boolean dead;

    Post(Network network) {
        this.network = network;
    }

    void die() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    private boolean isLocal(Channel channel) {
        return network.postOf(channel.from()) == network.postOf(channel.to());
    }

    @Override
    public Outlet<Batch> batchesTo(Channel channel) {
        return isLocal(channel) ? local.batchesTo(channel) : batches(channel);
    }

    @Override
    public Inlet<Batch> batchesFrom(Channel channel) {
        return isLocal(channel) ? local.batchesFrom(channel) : batches(channel);
    }

    private Pipe<Batch> batches(Channel channel) {
        return network.pipe(channel, Capacities.BATCHES_PER_CHANNEL);
    }

    @Override
    public Outlet<Acks> acksTo(Channel channel) {
        return isLocal(channel) ? local.acksTo(channel) : acks(channel);
    }

    @Override
    public Inlet<Acks> acksFrom(Channel channel) {
        return isLocal(channel) ? local.acksFrom(channel) : acks(channel);
    }

    private Pipe<Acks> acks(Channel channel) {
        return network.pipe(channel, Capacities.ACKS_PER_CHANNEL);
    }
}
