package io.sardonyx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.channel.LocalChannels;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.Command;
import io.sardonyx.command.KillJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.engine.TaskEntries;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.TaskStats;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.task.Drawer;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskDefinition;
import io.sardonyx.task.TaskEvents;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.input.TaskStores;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. One worker, which some function keeps for longer than the others like. */
@Timeout(120)
public class WatchdogTest {

    private static final String SELF = "io.sardonyx.worker.WatchdogTest::";
    private static final Duration LIMIT = Duration.ofMillis(100);

    /** What a test shares with the functions of its jobs. */
    public static final class Shared {

        final AtomicLong flowed = new AtomicLong();
        final AtomicInteger interrupts = new AtomicInteger();
        final CountDownLatch inside = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        final CountDownLatch told = new CountDownLatch(1);
        final CountDownLatch closed = new CountDownLatch(1);
    }

    private final Shared shared = new Shared();
    private final WorkerPool workers = new WorkerPool(1);
    private final Map<String, Object> resources = new ConcurrentHashMap<>(Map.of("shared", shared));
    private final ConcurrentLinkedQueue<Command> said = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        shared.mayReturn.countDown();
        workers.close();
    }

    public static void flow(long number, @Param("shared") Shared shared) {
        if (Thread.interrupted()) {
            shared.interrupts.incrementAndGet();
        }
        shared.flowed.addAndGet(number < 0 ? 0 : 1);
    }

    public static void stay(long number, @Param("shared") Shared shared) {
        shared.inside.countDown();
        boolean interrupted = false;
        while (shared.mayReturn.getCount() > 0) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(number + 1_000_000);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notices whether the interrupt of the condemned call hits the end of its loop. */
    public static Lifecycle closing(@Param("shared") Shared shared) {
        return new Lifecycle() {
            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                try {
                    shared.told.await(10, TimeUnit.SECONDS);
                    shared.mayReturn.await(10, TimeUnit.SECONDS);
                    new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    shared.interrupts.incrementAndGet();
                }
                shared.closed.countDown();
            }
        };
    }

    /** About as long as the limit, sometimes a little less and sometimes a little more. */
    public static void nap(long number, @Param("millis") long millis) {
        long until = System.nanoTime() + millis * 1_000_000 + number;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    private static JobBuilder building(String name, Call numbers, Call function) {
        return Job.named(name)
                .task("read", task -> task.input(numbers))
                .task("work", task -> task.function(function).tuned(tuning -> tuning.limitedTo(LIMIT)))
                .path("read", "work");
    }

    private static Job job(String name, Call numbers, Call function) {
        return building(name, numbers, function).build();
    }

    private static void await(BooleanSupplier met) {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!met.getAsBoolean() && System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(met.getAsBoolean()).isTrue();
    }

    private ProcessResources processResources() {
        return new ProcessResources(
                FunctionLoader.onClassPath(),
                PluginRegistry.in(WatchdogTest.class.getClassLoader()),
                new LocalChannels(),
                workers,
                resources,
                System::nanoTime,
                InstantSource.system(),
                StateBudget.ofHeap(),
                new SplittableRandom(1)::nextLong,
                List::of,
                Secrets.none());
    }

    /** Gives the loops of a job to the workers. */
    private void start(Job job, ProcessResources processResources, TaskEvents events) {
        var receivers = new TreeMap<TaskName, List<Routes.Receiver>>();
        for (CatalogEntry entry : job.catalog()) {
            receivers.put(
                    entry.name(), List.of(new Routes.Receiver(0, PeerId.of(job.id() + "-" + entry.name()), null)));
        }
        var orders = new TaskOrders(new Routes(1, SortedTable.of(receivers)), true, false);
        for (CatalogEntry entry : job.catalog()) {
            PeerId peer = PeerId.of(job.id() + "-" + entry.name());
            var self = new Assignment(peer, job.id(), entry.name(), 0);
            workers.add(new TaskLoop(
                    new TaskDefinition(job, self), processResources, TaskStores.of(new Drawer()), orders, events));
        }
    }

    /** Remembers what loops say, and does something meanwhile. */
    private TaskEvents events(Runnable meanwhile) {
        return new TaskEntries() {
            @Override
            protected void append(Command command) {
                if (command instanceof KillJob) {
                    meanwhile.run();
                    said.add(command);
                    shared.told.countDown();
                }
            }

            @Override
            public void failedAtEnd(Assignment task, String why) {}

            @Override
            public void did(TaskStats stats) {}

            @Override
            public void ended() {}
        };
    }

    /** While the watchdog tells of it the call returns, and whoever gave the turn goes on: where to? */
    @Test
    void aCallThatReturnsWhileItIsCondemnedDoesNotHarmAnotherJob() throws InterruptedException {
        ProcessResources processResources = processResources();
        Job stuck = building("a-stuck", Inputs.numbers(1), Call.to(SELF + "stay"))
                .lifecycle("work", Call.to(SELF + "closing"))
                .build();
        start(stuck, processResources, events(() -> {
            shared.mayReturn.countDown();
            long before = shared.flowed.get();
            long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
            while (shared.flowed.get() < before + 10_000 && System.nanoTime() < until) {
                LockSupport.parkNanos(100_000);
            }
        }));
        assertThat(shared.inside.await(60, TimeUnit.SECONDS)).isTrue();
        start(job("innocent", Inputs.numbers(), Call.to(SELF + "flow")), processResources, events(() -> {}));
        await(() -> !said.isEmpty());
        long then = shared.flowed.get();
        await(() -> shared.flowed.get() > then + 100_000);

        assertThat(shared.closed.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(shared.interrupts).hasValue(0);
        assertThat(said).singleElement().asString().contains("a-stuck");
    }

    /** Jobs of one number come and go beside it; some calls return just before they are condemned, some just after. */
    private void flowBeside(int naps, int step) throws Exception {
        try (Store store = Stores.open("memory:watchdog-" + System.nanoTime());
                AdminClient client = AdminClient.over(store);
                var process = process(store)) {
            await(() -> client.replica().replica().peers().present().size() == 4);
            client.submit(job("innocent", Inputs.numbers(), Call.to(SELF + "flow")));
            await(() -> shared.flowed.get() > 0);
            for (int i = 0; i < naps; i++) {
                Call nap = Call.to(SELF + "nap").with("millis", 90 + i * step % 130);
                Job napping = job("nap-" + i, Inputs.numbers(1), nap);
                client.submit(napping);
                assertThat(client.await(napping.id(), Duration.ofMinutes(1)))
                        .isInstanceOfAny(Outcome.Completed.class, Outcome.Failed.class);
                long then = shared.flowed.get();
                await(() -> shared.flowed.get() > then);
            }
            assertThat(shared.interrupts).hasValue(0);
            assertThat(process.failure()).isNull();
        }
    }

    @Test
    void anEndlessStreamFlowsOnBesideCallsAroundTheLimit() throws Exception {
        flowBeside(13, 10);
    }

    @Test
    @Timeout(600)
    @Tag("campaign")
    @Tag("interleavings")
    void anEndlessStreamFlowsOnForLong() throws Exception {
        flowBeside(1_000, 1);
    }

    private LoopThread<PeerGroup> process(Store store) {
        ProcessResources processResources = processResources();
        var settings = GroupSettings.of(
                new ClusterParameters("dog", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED),
                4);
        var group = new PeerGroup(
                store,
                settings,
                (life, opened) -> new GroupEngine(life, opened, processResources),
                new SplittableRandom());
        return new LoopThread<>("process", group, it -> {});
    }
}
