package io.sardonyx;

import io.sardonyx.channel.LinkState;
import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.channel.WireSecret;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.content.TaskReport;
import io.sardonyx.content.TaskStats;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.function.Functions;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.GroupState;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.Replica;
import io.sardonyx.store.Stores;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.value.JobId;
import io.sardonyx.value.Site;
import io.sardonyx.worker.WorkerPool;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * This process as a member of a cluster of many: what a Java program uses instead of {@code peers start}. It joins in
 * the background, comes back under a new id when the cluster holds it for gone, and stays until it is told to leave.
 *
 * <pre>{@code
 * Membership four = Membership.of("orders", 4);
 * try (Member member = Member.join("zookeeper://zk1:2181/orders", four, Functions.onClassPath())) {
 *     told.await();
 *     member.leave(Duration.ofSeconds(15));
 * }
 * }</pre>
 */
public final class Member implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 15;

    /** Called on the member's own thread after every turn in which something happened, so it must not wait. */
    public interface Observer {
        void turned(PeerGroup group, List<LinkState> links);
    }

    private final Map<String, Object> resources = new ConcurrentHashMap<>();
    private final EngineRegistry lives = new EngineRegistry();
    private final RemoteChannels exchange;
    private final WorkerPool workers;
    private final PeerGroup group;
    private final LoopThread<PeerGroup> thread;
    private @Nullable Store owned;

    private Member(Store store, Membership how, Functions functions, RemoteChannels exchange, Observer observer) {
        var chance = new SecureRandom();
        this.exchange = exchange;
        this.workers = new WorkerPool(how.threads());
        workers.carry(exchange);
        var workshop = new ProcessResources(
                functions,
                PluginRegistry.in(functions.loader()),
                exchange,
                workers,
                resources,
                System::nanoTime,
                chance::nextLong,
                how.secrets());
        this.group = new PeerGroup(
                store,
                GroupSettings.of(how.parameters(), how.peers()).with(how.tags()).at(exchange.site()),
                (life, its) -> lives.begin(new GroupEngine(life, its, workshop)),
                new SplittableRandom(chance.nextLong()));
        this.thread = new LoopThread<>("sardonyx-group", group, it -> observer.turned(it, exchange.links()));
    }

    /**
     * Opens a store and begins to join the cluster in it. The store is closed in the end; the functions stay the
     * caller's.
     *
     * @throws IOException when it cannot listen at its address
     * @throws IllegalArgumentException when there is no such store or wire, or the wire has no such option
     * @throws StoreUnreachable when the store does not answer
     */
    public static Member join(String store, Membership how, Functions functions) throws IOException {
        Store opened = Stores.open(store);
        try {
            Member member = join(opened, how, functions, (group, links) -> {});
            member.owned = opened;
            return member;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Begins to join the cluster in a store that stays the caller's, and tells somebody how that goes. */
    public static Member join(Store store, Membership how, Functions functions, Observer observer) throws IOException {
        var random = new SplittableRandom(new SecureRandom().nextLong());
        RemoteChannels exchange = RemoteChannels.open(how.wire(), how.cluster(), secret(store), random);
        try {
            return new Member(store, how, functions, exchange, observer);
        } catch (RuntimeException e) {
            exchange.close();
            throw e;
        }
    }

    private static String secret(Store store) {
        try {
            return WireSecret.of(store.documents()).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Unreadable unreadable) {
                throw unreadable;
            }
            throw new StoreUnreachable("the cluster's secret cannot be read: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new StoreUnreachable("the store did not tell the cluster's secret in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnreachable("interrupted before the store told the cluster's secret", e);
        }
    }

    /** Provides something to functions, inputs and outputs of this process under a name. */
    public Member provide(String name, Object resource) {
        resources.put(name, resource);
        return this;
    }

    /** Waits until it takes no more part, for whatever reason; whether that is so. */
    public boolean await(Duration atMost) throws InterruptedException {
        return thread.await(atMost);
    }

    /**
     * Lets what is open come to an end and says good-bye in the log; whether the store took that in time. If not, the
     * others will notice that it is gone.
     */
    public boolean leave(Duration atMost) throws InterruptedException {
        thread.tell(PeerGroup::leave);
        return thread.await(atMost) && thread.failure() == null;
    }

    /** The cluster as this process knew it a moment ago. */
    public Replica replica() {
        return group.state().replica();
    }

    /** How it does as a part of the cluster, and why it is none any more. */
    public GroupState state() {
        return group.state();
    }

    /** What ended it although nobody wanted that, or null. */
    public @Nullable Throwable failure() {
        return thread.failure();
    }

    /** Where other processes reach it. */
    public Site site() {
        return exchange.site();
    }

    /** How the links to other processes do that it has to do with. */
    public List<LinkState> links() {
        return exchange.links();
    }

    /** How often its wire turned something away: strangers, damage, lengths beyond the limit. */
    public long refusals() {
        return exchange.refusals();
    }

    /** How all tasks do that run here now. */
    public List<TaskStats> stats() {
        return lives.stats();
    }

    /** How the tasks of a job do here, or did until it ended. */
    public List<TaskReport> report(JobId job) {
        return lives.report(job);
    }

    /**
     * How the tasks do of all jobs that live and had a peer here, and did of the last hundred that ended; so it stays
     * bounded however many there were.
     */
    public Map<JobId, List<TaskReport>> reports() {
        return lives.reports();
    }

    /** Stops at once. Without {@link #leave} before, it is as if the process had died: the others will notice. */
    @Override
    public void close() {
        thread.close();
        workers.close();
        exchange.close();
        if (owned != null) {
            owned.close();
        }
    }
}
