package io.sardonyx;

import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.channel.WireSecret;
import io.sardonyx.client.ClusterStatus;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.client.admin.ClientViews;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.source.Functions;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.GroupState;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.queue.BrokerList;
import io.sardonyx.queue.Brokers;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.MemberState;
import io.sardonyx.report.MemberTurn;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskStats;
import io.sardonyx.store.Stores;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.value.JobId;
import io.sardonyx.value.Site;
import io.sardonyx.worker.WorkerPool;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * This process as a member of a cluster of many processes: what a Java program uses instead of {@code peers start}. It
 * joins in the background, rejoins under a new id when the cluster has declared it dead or its session was lost, and
 * stays until {@link #leave} or {@link #close}.
 *
 * <pre>{@code
 * Membership four = Membership.of("orders", 4);
 * try (Member member = Member.join("zookeeper://zk1:2181/orders", four, Functions.onClassPath())) {
 *     shutdown.await(); // a CountDownLatch of the program
 *     member.leave(Duration.ofSeconds(15));
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread.
 */
public final class Member implements AutoCloseable {

    /** Timeout for what is read from the store before it joins. */
    private static final int PATIENCE_SECONDS = 15;

    /** Listener called on the member's own thread after every turn that did something; it must not block. */
    public interface Observer {

        /** The process as it is after the turn, and its connections to others. */
        void turned(MemberTurn turn, List<LinkState> links);
    }

    private final List<Broker> brokers;
    private final Map<String, Object> resources = new ConcurrentHashMap<>();
    private final EngineRegistry lives = new EngineRegistry();
    private final RemoteChannels exchange;
    private final WorkerPool workers;
    private final PeerGroup group;
    private final LoopThread<PeerGroup> thread;
    /**
     * The store if {@link #join(String, Membership, Functions)} opened it and {@link #close} has to close it, else
     * null.
     */
    private @Nullable Store owned;

    private Member(
            Store store,
            Membership how,
            Functions functions,
            RemoteChannels exchange,
            List<Broker> brokers,
            Observer observer) {
        var chance = new SecureRandom();
        FunctionLoader loader = FunctionLoader.of(functions);
        this.exchange = exchange;
        this.brokers = brokers;
        this.workers = new WorkerPool(how.threads());
        workers.attach(exchange);
        var workshop = new ProcessResources(
                loader,
                PluginRegistry.in(loader.loader()),
                exchange,
                workers,
                resources,
                System::nanoTime,
                InstantSource.system(),
                StateBudget.of(how.stateBytes()),
                chance::nextLong,
                () -> brokers,
                how.secrets());
        this.group = new PeerGroup(
                store,
                GroupSettings.of(how.parameters(), how.peers()).with(how.tags()).at(exchange.site()),
                (life, its) -> lives.begin(new GroupEngine(life, its, workshop)),
                new SplittableRandom(chance.nextLong()));
        this.thread = new LoopThread<>("sardonyx-group", group, it -> observer.turned(it.view(), exchange.links()));
    }

    /**
     * Opens a store and begins to join the cluster in it, without waiting for that. {@link #close} closes the store;
     * the functions remain the caller's to close.
     *
     * @throws IOException when it cannot listen at its address
     * @throws IllegalArgumentException when there is no such store, wire or broker, or the wire has no such option
     * @throws StoreUnreachable when the store does not answer
     * @throws BrokerFault when its brokers are others than those of the cluster, or do not let it in
     */
    public static Member join(String store, Membership how, Functions functions) throws IOException {
        Store opened = Stores.open(store);
        try {
            Member member = join(opened, how, functions, (turn, links) -> {});
            member.owned = opened;
            return member;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Begins to join the cluster in a store that remains the caller's to close, and reports every turn to a listener.
     */
    public static Member join(Store store, Membership how, Functions functions, Observer observer) throws IOException {
        List<Broker> brokers = how.broker() == null ? List.of() : brokers(store, how.broker());
        RemoteChannels exchange = null;
        try {
            var random = new SplittableRandom(new SecureRandom().nextLong());
            String secret = answered("the cluster's secret", WireSecret.of(store.documents()));
            exchange = RemoteChannels.open(how.wire(), how.cluster(), secret, random);
            return new Member(store, how, functions, exchange, brokers, observer);
        } catch (IOException | RuntimeException e) {
            if (exchange != null) {
                exchange.close();
            }
            brokers.forEach(Broker::close);
            throw e;
        }
    }

    /** Opens the brokers, unless those of the cluster are others. */
    private static List<Broker> brokers(Store store, String address) {
        List<Broker> opened = Brokers.open(address);
        try {
            String mismatch = answered("the cluster's list of brokers", BrokerList.mismatch(opened, store.documents()));
            if (mismatch != null) {
                throw new BrokerFault(BrokerFault.Kind.OTHER_BROKERS, mismatch);
            }
            return opened;
        } catch (RuntimeException e) {
            opened.forEach(Broker::close);
            throw e;
        }
    }

    private static <T extends @Nullable Object> T answered(String what, CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Unreadable unreadable) {
                throw unreadable;
            }
            throw new StoreUnreachable(what + " cannot be read: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new StoreUnreachable("the store did not tell " + what + " in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnreachable("interrupted before the store told " + what, e);
        }
    }

    /** Registers an object under a name for functions, inputs and outputs in this process. It is never serialized. */
    public Member provide(String name, Object resource) {
        resources.put(name, resource);
        return this;
    }

    /** Waits until it takes no more part in the cluster, for any reason; returns false on timeout. */
    public boolean await(Duration atMost) throws InterruptedException {
        return thread.await(atMost);
    }

    /**
     * Leaves gracefully: stops reading inputs, finishes open batches and appends a leave entry. Returns whether that
     * was done within the timeout; if not, the group that watches its lease will declare it dead.
     */
    public boolean leave(Duration atMost) throws InterruptedException {
        thread.tell(PeerGroup::leave);
        return thread.await(atMost) && thread.failure() == null;
    }

    /** The cluster as of this process's last turn; empty until it has read that one is founded. */
    public Optional<ClusterStatus> cluster() {
        GroupState state = group.state();
        return ClientViews.cluster(state.replica(), state.position());
    }

    /** Its state, with the reason why it takes no more part, if so. */
    public MemberState state() {
        return group.state().view();
    }

    /** The exception that ended its thread, or null if there is none. */
    public @Nullable Throwable failure() {
        return thread.failure();
    }

    /** The address at which other processes reach it. */
    public Site site() {
        return exchange.site();
    }

    /** States of the connections to other processes with which it exchanges data. */
    public List<LinkState> links() {
        return exchange.links();
    }

    /** Number of connections and frames its wire has rejected: failed authentication, corruption, excessive length. */
    public long refusals() {
        return exchange.refusals();
    }

    /** Statistics of all tasks that run in this process now. */
    public List<TaskStats> stats() {
        return lives.stats();
    }

    /** Counters of a job's tasks in this process, current or as they were when it ended. */
    public List<TaskReport> report(JobId job) {
        return lives.report(job);
    }

    /**
     * Counters of all live jobs that had a peer here and of the last hundred that ended; the bound keeps the memory
     * constant however many jobs run.
     */
    public Map<JobId, List<TaskReport>> reports() {
        return lives.reports();
    }

    /**
     * Stops at once. Without {@link #leave} before, this looks like a crash to the cluster, which then declares it
     * dead.
     */
    @Override
    public void close() {
        thread.close();
        workers.close();
        exchange.close();
        brokers.forEach(Broker::close);
        if (owned != null) {
            owned.close();
        }
    }
}
