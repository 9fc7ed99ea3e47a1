package io.sardonyx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.LocalChannels;
import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.connect.Inputs;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Param;
import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.secret.Secrets;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.Drawer;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.Rig;
import io.sardonyx.task.TaskDefinition;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.input.TaskStores;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. Who carries the wire when no worker has time to. */
@Timeout(60)
public class WirePollerTest {

    private static final String SELF = "io.sardonyx.worker.WirePollerTest::";

    /** Counts who looks for frames, and notices when two do at once; it is the only link as well. */
    private static final class Counting implements Wire, Wire.Link {

        final AtomicInteger frames = new AtomicInteger();
        volatile boolean up;
        final AtomicInteger polls = new AtomicInteger();
        final AtomicBoolean polling = new AtomicBoolean();
        final AtomicInteger collisions = new AtomicInteger();

        @Override
        public Site site() {
            return new Site("here:1");
        }

        @Override
        public Link link(Site to) {
            return this;
        }

        @Override
        public boolean offer(ByteBuffer... frame) {
            frames.incrementAndGet();
            return true;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isUp() {
            return up;
        }

        @Override
        public @Nullable String problem() {
            return null;
        }

        @Override
        public int poll(Inbound inbound, int limit) {
            if (!polling.compareAndSet(false, true)) {
                collisions.incrementAndGet();
            }
            polls.incrementAndGet();
            polling.set(false);
            return 0;
        }

        @Override
        public Watch onArrival(Runnable nudge) {
            return () -> {};
        }

        @Override
        public long refusals() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private final CountDownLatch inside = new CountDownLatch(2);
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final Counting wire = new Counting();
    private final WorkerPool workers = new WorkerPool(2);

    @AfterEach
    void close() {
        mayReturn.countDown();
        workers.close();
    }

    public static void stay(
            long number, @Param("inside") CountDownLatch inside, @Param("mayReturn") CountDownLatch mayReturn)
            throws InterruptedException {
        inside.countDown();
        mayReturn.await(number + 30, TimeUnit.SECONDS);
    }

    private void start(Job job) {
        var processResources = new ProcessResources(
                FunctionLoader.onClassPath(),
                PluginRegistry.in(WirePollerTest.class.getClassLoader()),
                new LocalChannels(),
                workers,
                Map.of("inside", inside, "mayReturn", mayReturn),
                System::nanoTime,
                InstantSource.system(),
                StateBudget.ofHeap(),
                new SplittableRandom(1)::nextLong,
                List::of,
                Secrets.none());
        var receivers = new TreeMap<TaskName, List<Routes.Receiver>>();
        for (CatalogEntry entry : job.catalog()) {
            receivers.put(
                    entry.name(), List.of(new Routes.Receiver(0, PeerId.of(job.id() + "-" + entry.name()), null)));
        }
        var orders = new TaskOrders(new Routes(1, SortedTable.of(receivers)), true, false);
        for (CatalogEntry entry : job.catalog()) {
            PeerId peer = PeerId.of(job.id() + "-" + entry.name());
            var plan = new TaskDefinition(job, new Assignment(peer, job.id(), entry.name(), 0));
            workers.add(new TaskLoop(plan, processResources, TaskStores.of(new Drawer()), orders, new Rig(job, 1)));
        }
    }

    private static Job job(String name) {
        return Job.named(name)
                .task("read", task -> task.input(Inputs.numbers(1)))
                .task("work", task -> task.function(Call.to(SELF + "stay")))
                .path("read", "work")
                .build();
    }

    private void awaitPolls(int more) {
        int before = wire.polls.get();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (wire.polls.get() < before + more && System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(wire.polls.get()).isGreaterThanOrEqualTo(before + more);
    }

    @Test
    void theWireIsCarriedWhileAllWorkersAreInsideFunctions() throws InterruptedException {
        var exchange = new RemoteChannels(wire, new SplittableRandom(1));
        workers.attach(exchange);
        var channel = new Channel(JobId.of("far"), 1, PeerId.of("a"), PeerId.of("b"), Channel.Content.BATCHES);
        exchange.batchesFrom(channel, new Site("there:1"), Codecs.builder().build());
        start(job("one"));
        start(job("other"));
        assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();

        awaitPolls(20);
        assertThat(wire.frames).hasValue(0);
        wire.up = true;
        awaitPolls(100);
        assertThat(wire.frames).as("the link has begun").hasPositiveValue();
        mayReturn.countDown();
        awaitPolls(100);
        assertThat(wire.collisions).hasValue(0);
    }

    @Test
    void theWireIsCarriedWhereEveryTaskHasAThreadOfItsOwn() throws InterruptedException {
        var exchange = new RemoteChannels(wire, new SplittableRandom(1));
        workers.attach(exchange);
        var channel = new Channel(JobId.of("far"), 1, PeerId.of("a"), PeerId.of("b"), Channel.Content.BATCHES);
        exchange.batchesFrom(channel, new Site("there:1"), Codecs.builder().build());
        start(Job.named("blocking")
                .task("read", task -> task.input(Inputs.numbers(2)).tuned(tuning -> tuning.blocking(true)))
                .task("work", task -> task.function(Call.to(SELF + "stay")).tuned(tuning -> tuning.blocking(true)))
                .path("read", "work")
                .build());

        awaitPolls(20);
        wire.up = true;
        awaitPolls(20);
        assertThat(wire.frames).as("the link has begun").hasPositiveValue();
        mayReturn.countDown();
    }
}
