package io.sardonyx.cli.cluster;

import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.coordinate.CoordinatorState;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.metrics.MetricsPage;
import io.sardonyx.port.Store;
import io.sardonyx.value.GroupId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A coordinator on a thread of its own that reports when it leads, stands by or waits for a cluster. */
final class CoordinatorThread implements AutoCloseable {

    /** Timeout of giving the lease back. */
    static final Duration LEAVING = Duration.ofMillis(800);

    private final LoopThread<Coordinator> thread;
    private final Coordinator coordinator;
    private final Consumer<MemberEvent> listener;
    private String told = "";

    /**
     * Starts it.
     *
     * @param ended called with the reason when it is over without having been closed
     */
    CoordinatorThread(
            Store store, CoordinatorSettings settings, Consumer<MemberEvent> listener, Consumer<String> ended) {
        this.listener = listener;
        var chance = new SplittableRandom(new SecureRandom().nextLong());
        this.coordinator = new Coordinator(store, settings.at(host()), chance);
        this.thread = new LoopThread<>("sardonyx-coordinator", coordinator, it -> report(it.state()));
        var unused = thread.over().thenRun(() -> {
            Throwable failure = thread.failure();
            String end = coordinator.end();
            if (failure != null || end != null) {
                ended.accept(failure == null ? String.valueOf(end) : String.valueOf(failure.getMessage()));
            }
        });
    }

    /** The name of this machine, for people; empty where it has none. */
    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    /** Reports what is new, on the coordinator's thread. */
    private void report(CoordinatorState state) {
        MemberEvent news = news(state);
        if (news != null && !news.event().equals(told)) {
            told = news.event();
            listener.accept(news);
        }
    }

    private @Nullable MemberEvent news(CoordinatorState state) {
        if (state.leads()) {
            return MemberEvent.leads(state.position(), state.id());
        }
        if (state.standsBy()) {
            return MemberEvent.standsBy(state.position(), state.id());
        }
        return told.equals("leads") ? MemberEvent.leadsNoMore(state.position(), state.id()) : null;
    }

    GroupId id() {
        return coordinator.id();
    }

    /** Publishes whether it leads, how far it has read, and how many peers are in which state. */
    void show(MetricsPage page) {
        page.show(
                "sardonyx.coordinator.leads",
                "Whether this process leads the cluster",
                () -> coordinator.state().leads() ? 1 : 0);
        page.show(
                "sardonyx.coordinator.position",
                "The last event that was read",
                () -> coordinator.state().position());
        for (PeerState state : PeerState.values()) {
            page.show(
                    "sardonyx.coordinator.peers",
                    "Peers in this state, as known here",
                    () -> coordinator.state().roster().peers().values().stream()
                            .filter(peer -> peer.state() == state)
                            .count(),
                    "state",
                    state.word());
        }
    }

    /** Waits until it takes no more part, for any reason; returns false on timeout. */
    boolean await(Duration atMost) throws InterruptedException {
        return thread.await(atMost);
    }

    /** Why it takes no more part in the cluster, which is another one than expected; null if that is not so. */
    @Nullable
    String mismatch() {
        return coordinator.end();
    }

    /** The exception that ended its thread, or null. */
    @Nullable
    Throwable failure() {
        return thread.failure();
    }

    /** Gives the lease back; returns whether that was done in time. */
    boolean end(Duration atMost) throws InterruptedException {
        thread.close();
        return thread.await(atMost);
    }

    @Override
    public void close() {
        thread.close();
    }
}
