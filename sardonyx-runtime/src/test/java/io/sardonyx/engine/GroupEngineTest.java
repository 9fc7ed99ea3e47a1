package io.sardonyx.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.channel.LocalChannels;
import io.sardonyx.command.Command;
import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. */
@Timeout(60)
public class GroupEngineTest {

    private static final PeerId READER = PeerId.of("p0");

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final List<TaskLoop> executor = new ArrayList<>();
    private final Map<String, Object> resources = new HashMap<>();
    private final ConcurrentLinkedQueue<String> ends = new ConcurrentLinkedQueue<>();
    private final ProcessResources processResources = new ProcessResources(
            FunctionLoader.onClassPath(),
            PluginRegistry.in(GroupEngineTest.class.getClassLoader()),
            new LocalChannels(),
            executor::add,
            resources,
            System::nanoTime,
            InstantSource.system(),
            StateBudget.ofHeap(),
            () -> 1,
            List::of,
            Secrets.none());
    private final GroupEngine engine = new GroupEngine(GroupId.of("g"), store, processResources);

    @AfterEach
    void close() {
        store.close();
    }

    public static Lifecycle ending(@Param("ends") ConcurrentLinkedQueue<String> ends) {
        return new Lifecycle() {
            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                ends.add(reason.toString());
            }
        };
    }

    private Job job(String function) {
        resources.put("ends", ends);
        return new Job(
                io.sardonyx.value.JobId.of("job"),
                "job",
                good().workflow(),
                good().catalog().stream()
                        .map(entry -> entry.name().text().equals("work") && !function.isEmpty()
                                ? new io.sardonyx.job.CatalogEntry(
                                        entry.task(),
                                        entry.plugin(),
                                        entry.identify(),
                                        Call.to(function),
                                        entry.batch(),
                                        entry.atEnd(),
                                        entry.grouping(),
                                        entry.combine(),
                                        entry.ttls(),
                                        entry.eventTime(),
                                        entry.errors(),
                                        entry.tuning())
                                : entry)
                        .toList(),
                List.of(),
                good().lifecycles(),
                good().scheduler(),
                good().percentage(),
                good().saturation(),
                good().delivery(),
                good().wholeOnly(),
                good().metadata(),
                List.of(),
                null,
                Job.Resuming.NONE);
    }

    private static Job good() {
        return Job.named("job")
                .input("read", Inputs.numbers())
                .function("work", Call.to("io.sardonyx.engine.RandomGraph::key"))
                .output("write", Outputs.discard())
                .path("read", "work", "write")
                .lifecycle("read", Call.to("io.sardonyx.engine.GroupEngineTest::ending"))
                .build();
    }

    private Outline stored(Job job) {
        return new JobStore(store.documents()).write(job).toCompletableFuture().join();
    }

    private static Replica live(Outline outline) {
        return Replica.EMPTY.with(Jobs.EMPTY.with(Run.of(outline)));
    }

    private static Duties duties(Outline outline, long fence, PeerId... peers) {
        var receivers = new TreeMap<TaskName, List<Routes.Receiver>>();
        var work = new ArrayList<Assignment>();
        for (int i = 0; i < peers.length; i++) {
            TaskName task = outline.tasks().get(i).name();
            receivers.put(task, List.of(new Routes.Receiver(0, peers[i], null)));
            work.add(new Assignment(peers[i], outline.id(), task, 0));
        }
        var routes = new Routes(fence, SortedTable.of(receivers));
        return new Duties(
                List.of(),
                work.stream().map(it -> new Work(it, outline, routes)).toList(),
                List.of(),
                List.of(),
                Optional.empty(),
                false);
    }

    private void await(BooleanSupplier condition) {
        long until = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it never came to pass").isLessThan(until);
            engine.turn(System.nanoTime());
            executor.forEach(loop -> loop.turn(System.nanoTime()));
        }
    }

    private Outline started() {
        Outline outline = stored(job(""));
        engine.take(duties(outline, 1, READER, PeerId.of("p1"), PeerId.of("p2")), live(outline));
        await(() -> executor.size() == 3
                && !engine.stats().isEmpty()
                && engine.stats().get(0).taken() > 0);
        return outline;
    }

    @Test
    void whatIsToBeDoneIsDoneByOneLoopEach() {
        Outline outline = started();
        engine.take(duties(outline, 1, READER, PeerId.of("p1"), PeerId.of("p2")), live(outline));

        assertThat(executor).hasSize(3);
        assertThat(executor.get(0).self().peer()).isEqualTo(READER);
    }

    @Test
    void aNewFenceIsFollowedByTheSameLoops() {
        Outline outline = started();
        engine.take(duties(outline, 5, READER, PeerId.of("p1"), PeerId.of("p9")), live(outline));

        assertThat(executor).hasSize(4);
        assertThat(executor.get(0).orders().fence()).isEqualTo(5);
        await(() -> executor.get(2).isOver());
        assertThat(executor.get(0).isOver()).isFalse();
    }

    @Test
    void whoStopsHearsWhy() {
        Outline outline = started();
        var ending = new Ending(outline, OrderedSet.empty(), 9, Cause.UNSAID);
        engine.take(duties(outline, 9), Replica.EMPTY.with(live(outline).jobs().complete(outline.id(), ending)));
        await(() -> ends.contains("JOB_COMPLETED"));
    }

    @Test
    void killedReassignedAndEndedAreReasonsOfTheirOwn() {
        Outline outline = started();
        engine.take(duties(outline, 9), live(outline));
        await(() -> ends.contains("REASSIGNED"));
        int before = executor.size();
        engine.take(duties(outline, 10, READER, PeerId.of("p1"), PeerId.of("p2")), live(outline));
        await(() ->
                executor.size() == before + 3 && executor.get(before).stats().taken() > 0);
        var ending = new Ending(outline, OrderedSet.empty(), 11, Cause.UNSAID);
        engine.take(duties(outline, 11), Replica.EMPTY.with(live(outline).jobs().kill(outline.id(), ending)));
        await(() -> ends.contains("JOB_KILLED"));
    }

    @Test
    void theEndOfTheGroupIsTheEndOfItsLoops() {
        started();
        engine.close();
        await(() -> ends.contains("GROUP_ENDED"));

        assertThat(executor).allMatch(TaskLoop::isOver);
    }

    @Test
    void aSuspendedGroupReadsNoMoreUntilItMay() {
        started();
        engine.suspend(true);
        assertThat(executor.get(0).orders().reading()).isFalse();
        await(engine::isQuiet);
        engine.suspend(false);
        assertThat(executor.get(0).orders().reading()).isTrue();
        engine.drain();
        await(engine::isQuiet);
        engine.suspend(false);
        assertThat(executor.get(0).orders().reading()).as("it leaves").isFalse();
    }

    private DeclareUnfit unfit(Outline outline) {
        var said = new ArrayList<Command>();
        engine.take(duties(outline, 1, READER, PeerId.of("p1"), PeerId.of("p2")), live(outline));
        await(() -> {
            engine.said().forEach(one -> said.add(one.command()));
            return !said.isEmpty();
        });
        assertThat(executor).isEmpty();
        assertThat(said).hasSize(1);
        return (DeclareUnfit) said.get(0);
    }

    @Test
    void groupIsUnfitForAJobWithoutContent() {
        assertThat(unfit(JobStore.outline(job(""))).toString()).contains("its content");
    }

    @Test
    void groupIsUnfitForAJobWhoseFunctionsAreUnknown() {
        assertThat(unfit(stored(job("io.sardonyx.engine.RandomGraph::gone"))).toString())
                .contains("cannot run on g", "task work", "gone");
    }

    /** The store, with documents that it does not let us read. */
    private Store forbidding(Predicate<String> names) {
        Documents documents = store.documents();
        var refusing = (Documents) Proxy.newProxyInstance(
                Documents.class.getClassLoader(), new Class<?>[] {Documents.class}, (proxy, method, args) -> {
                    boolean isRead = method.getName().equals("read");
                    return isRead && ((Collection<?>) args[0]).stream().anyMatch(name -> names.test((String) name))
                            ? CompletableFuture.failedFuture(new Forbidden("not you"))
                            : method.invoke(documents, args);
                });
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, args) -> method.getName().equals("documents") ? refusing : method.invoke(store, args));
    }

    @Test
    void jobThatThisProcessMayNotReadIsNotKilledAndItsReportSaysWhy() {
        Outline outline = stored(job(""));
        var shut = new GroupEngine(GroupId.of("shut"), forbidding(name -> name.startsWith("jobs/")), processResources);
        shut.take(duties(outline, 1, READER), live(outline));
        String report = ReportDocument.name(outline.id(), GroupId.of("shut"));
        List<Document> written = List.of();
        for (long now = 0; now < 60_000_000_000L && written.isEmpty(); now += 10_000_000) {
            shut.turn(now);
            written = store.documents()
                    .read(List.of(report))
                    .toCompletableFuture()
                    .join();
        }
        assertThat(shut.said()).isEmpty();
        assertThat(ReportDocument.read(written.get(0).body()).tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.waiting().reason())
                        .contains("the content of job job cannot be read or written: not you; give this process"));
    }
}
