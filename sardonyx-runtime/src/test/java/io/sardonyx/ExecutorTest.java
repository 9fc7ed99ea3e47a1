package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.claim.ClaimDocuments;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Job;
import io.sardonyx.node.NodeLock;
import io.sardonyx.node.StatusReporter;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks run on nodes that are in this process, as if they were elsewhere. */
class ExecutorTest {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(2);

    /** What tasks did, by test; tasks capture the name of the test only. */
    private static final Map<String, Queue<String>> DID = new ConcurrentHashMap<>();

    private static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();
    private static final AtomicInteger INSIDE = new AtomicInteger();

    private final List<NodeProcess> processes = new ArrayList<>();
    private final String test = UUID.randomUUID().toString();
    private Store store;
    private Nodes nodes;

    record Total(String name, long sum) {}

    @BeforeEach
    void open() {
        store = Stores.open("memory:" + test);
        nodes = Nodes.over(store, Functions.onClassPath(), LEASE);
        DID.put(test, new ConcurrentLinkedQueue<>());
        GATES.put(test, new CountDownLatch(1));
        INSIDE.set(0);
    }

    @AfterEach
    void close() {
        GATES.get(test).countDown();
        nodes.close();
        processes.forEach(NodeProcess::close);
        store.close();
    }

    private NodeProcess start(int workers) {
        return start(workers, Functions.onClassPath());
    }

    private NodeProcess start(int workers, Functions functions) {
        var settings = new NodeSettings(
                UUID.randomUUID().toString(), workers, LEASE, NodeSettings.DEFAULT_ATTEMPTS, InstantSource.system());
        var node = new NodeProcess(store, settings, functions, Secrets.none(), 2, state -> {});
        processes.add(node);
        return node;
    }

    private static void did(String test, String what) {
        DID.get(test).add(what);
    }

    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private List<String> calls() {
        return store.documents()
                .names("claims/work/" + ClaimDocuments.EXECUTOR + "/")
                .toCompletableFuture()
                .join();
    }

    @Test
    void taskRunsOnANodeAndGivesItsResultBack() throws Exception {
        String name = test;
        List<Integer> numbers = List.of(1, 2, 3);
        var told = new ConcurrentLinkedQueue<Object>();

        Execution<Total> execution = nodes.submit(() -> new Total(
                        name, numbers.stream().mapToLong(Integer::longValue).sum()))
                .onDone(told::add)
                .onFailureOrTimeout(() -> told.add("failed"));
        assertThat(execution.state()).isEqualTo(Execution.State.WAITING);
        start(1);

        assertThat(execution.await(LONG)).isEqualTo(new Total(name, 6));
        await(() -> !told.isEmpty());
        assertThat(told).containsExactly(new Total(name, 6));
        await(() -> calls().isEmpty());
        execution.onDone(told::add);
        await(() -> told.size() == 2);
    }

    @Test
    void manyTasksAreSharedByNodes() throws Exception {
        String name = test;
        start(5);
        start(5);
        List<Execution<Integer>> all = IntStream.range(0, 200)
                .mapToObj(i -> nodes.<Integer>submit(() -> {
                    did(name, Integer.toString(i));
                    return i;
                }))
                .toList();

        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).await(LONG)).isEqualTo(i);
        }
        assertThat(DID.get(test)).hasSize(all.size());
        await(() -> calls().isEmpty());
    }

    @Test
    void taskThatThrowsIsTriedAgainAndThenFailsWithItsReason() throws Exception {
        String name = test;
        start(1);
        var failed = new CountDownLatch(1);

        Execution<?> execution = nodes.submit(() -> {
                    did(name, "ran");
                    throw new IllegalStateException("no disk");
                })
                .onFailureOrTimeout(failed::countDown);
        failed.await();

        assertThat(execution.state()).isEqualTo(Execution.State.FAILED);
        assertThat(execution.failure()).contains("no disk");
        assertThat(DID.get(test)).hasSize(NodeSettings.DEFAULT_ATTEMPTS);
        assertThatThrownBy(() -> execution.await(LONG)).hasMessageContaining("no disk");
        await(() -> calls().isEmpty());
    }

    @Test
    void taskThatFailedCanBeSubmittedAgain() throws Exception {
        String name = test;
        start(1);
        var second = new ConcurrentLinkedQueue<Execution<Integer>>();
        Execution<Integer> first = nodes.submit(() -> {
            did(name, "ran");
            if (DID.get(name).size() <= NodeSettings.DEFAULT_ATTEMPTS) {
                throw new IllegalStateException("not yet");
            }
            return 7;
        });
        first.onFailureOrTimeout(() -> second.add(first.again()));

        await(() -> !second.isEmpty());
        assertThat(second.peek().await(LONG)).isEqualTo(7);
        await(() -> calls().isEmpty());
    }

    @Test
    void taskOfANodeThatDiesIsRunByAnotherWhichKnowsHowFarItCame() throws Exception {
        String name = test;
        NodeProcess first = start(1);
        Execution<String> execution = nodes.submit(() -> {
            StatusReporter status = Nodes.status();
            did(name, status.last().orElse("from the beginning"));
            if (status.last().isEmpty()) {
                status.report("half");
                GATES.get(name).await();
            }
            return status.last().orElse("") + (status.fence() > 1);
        });
        await(() -> execution.progress().equals("half"));
        assertThat(execution.state()).isEqualTo(Execution.State.RUNNING);
        first.close();
        start(1);

        assertThat(execution.await(LONG)).isEqualTo("halftrue");
        assertThat(DID.get(test)).containsExactly("from the beginning", "half");
    }

    @Test
    void taskForOneNodeFailsWhenThatNodeDies() throws Exception {
        String name = test;
        NodeProcess first = start(1);
        Nodes.Node node = nodes.awaitIdle(LONG).get(0);
        Execution<Void> running = node.submit(() -> GATES.get(name).await());
        await(() -> running.state() == Execution.State.RUNNING);
        assertThat(running.node()).hasValue(node.token());
        assertThat(nodes.idle()).isEmpty();
        Execution<Void> waiting = node.submit(() -> did(name, "never"));
        first.close();
        start(2);

        await(() -> running.state().isOver());
        assertThat(running.failure()).contains(node.token(), "is gone");
        node.markDead();
        await(() -> waiting.state().isOver());
        assertThat(waiting.failure()).contains("is gone");
        await(() -> nodes.idle().stream().noneMatch(it -> it.token().equals(node.token())));
        assertThat(DID.get(test)).isEmpty();
        assertThat(running.again().state()).isNotNull();
    }

    @Test
    void timeoutAndCancelInterruptTheTask() {
        String name = test;
        start(2);
        Execution<Void> late = nodes.submit(
                () -> {
                    try {
                        GATES.get(name).await();
                    } catch (InterruptedException e) {
                        did(name, "late");
                    }
                },
                Duration.ofMillis(500));
        Execution<Void> cancelled = nodes.submit(() -> {
            try {
                GATES.get(name).await();
            } catch (InterruptedException e) {
                did(name, "cancelled");
            }
        });
        await(() -> cancelled.state() == Execution.State.RUNNING);
        assertThat(cancelled.cancel()).isTrue();
        assertThat(cancelled.state()).isEqualTo(Execution.State.CANCELLED);

        await(() -> late.state().isOver());
        assertThat(late.failure()).contains("500 ms");
        await(() -> DID.get(test).size() == 2);
        await(() -> calls().isEmpty());
        Execution<Void> unclaimed = nodes.submit(() -> {}, Duration.ofMillis(1));
        await(() -> unclaimed.state().isOver());
    }

    @Test
    void nodeThatDoesNotAllowTheClassFailsTheTaskByNameAndGoesOn() throws Exception {
        try (Functions none = Functions.in(List.<Path>of(), List.of("com.acme"))) {
            start(1, none);
            Execution<Void> execution = nodes.submit(() -> {});
            await(() -> execution.state().isOver());

            assertThat(execution.state()).isEqualTo(Execution.State.FAILED);
            assertThat(execution.failure()).contains("ExecutorTest is not allowed here", "com.acme");
            assertThat(processes.get(0).failure()).isNull();
        }
    }

    @Test
    void whatCannotTravelIsRefusedBeforeAnythingIsStored() {
        assertThatThrownBy(() -> nodes.submit(() -> did(test, "x"))).hasMessageContaining("captures this");
        assertThat(calls()).isEmpty();
        assertThatThrownBy(Nodes::status).hasMessageContaining("only a task");
        assertThatThrownBy(() -> Nodes.queue("q")).hasMessageContaining("only a task");
    }

    @Test
    void resultThatCannotTravelIsAFailureOfTheTask() {
        start(1);
        Execution<Object> execution = nodes.submit(() -> new Object());
        Execution<String> large = nodes.submit(() -> "x".repeat(100_000));
        await(() -> execution.state().isOver() && large.state().isOver());

        assertThat(execution.failure()).contains("no codec for java.lang.Object");
        assertThat(large.failure()).contains("the limit is");
    }

    @Test
    void lockThatATaskCapturedExcludesAllOthers() throws Exception {
        String name = test;
        start(3);
        start(3);
        NodeLock lock = nodes.lock("one at a time");
        List<Execution<Long>> all = new ArrayList<>();
        try (NodeLock.Held mine = lock.acquire()) {
            for (int i = 0; i < 6; i++) {
                all.add(nodes.submit(() -> {
                    try (NodeLock.Held held = lock.acquire()) {
                        did(name, "inside " + INSIDE.incrementAndGet());
                        INSIDE.decrementAndGet();
                        return held.isHeld() ? held.fence() : -1;
                    }
                }));
            }
            await(() -> all.stream()
                            .filter(it -> it.state() == Execution.State.RUNNING)
                            .count()
                    >= 3);
            assertThat(DID.get(test)).isEmpty();
            assertThat(mine.isHeld()).isTrue();
        }
        var fences = new ArrayList<Long>();
        for (Execution<Long> each : all) {
            fences.add(each.await(LONG));
        }
        assertThat(fences).doesNotHaveDuplicates().allMatch(fence -> fence > 1);
        assertThat(DID.get(test)).containsOnly("inside 1");
    }

    @Test
    void tasksGiveSegmentsToAJobInTheirProcess() throws Exception {
        var read = ConcurrentHashMap.<String>newKeySet();
        for (int i = 0; i < 2; i++) {
            start(1).provide("results", (java.util.function.Consumer<Object>) it -> read.add(it.toString()));
        }
        var client = new NodeClient(store.documents(), LONG, InstantSource.system());
        client.submit(Job.named("lines")
                .input("read", Inputs.queue("lines"))
                .output("write", Outputs.callback("results"))
                .path("read", "write")
                .build());
        List<Execution<Void>> all = IntStream.range(0, 20)
                .mapToObj(i -> nodes.submit(() -> {
                    for (int line = 0; line < 100; line++) {
                        Nodes.queue("lines").put(i + ":" + line);
                    }
                    Nodes.queue("lines").awaitSettled();
                }))
                .toList();

        for (Execution<Void> each : all) {
            each.await(LONG);
        }
        assertThat(read).hasSize(2_000);
        assertThatThrownBy(() -> client.submit(Job.named("executor")
                        .input("read", Inputs.numbers(1))
                        .output("write", Outputs.discard())
                        .path("read", "write")
                        .build()))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("choose another");
    }
}
