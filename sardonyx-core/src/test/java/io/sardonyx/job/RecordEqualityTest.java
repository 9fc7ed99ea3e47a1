package io.sardonyx.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Author;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that write their equality out see the same as records that do not: every component. */
class RecordEqualityTest {

    private static final TaskName READ = TaskName.of("read");
    private static final TaskName WRITE = TaskName.of("write");
    private static final Call ONE = new Call("one", Parameters.NONE);
    private static final Call OTHER = new Call("other", Parameters.of(Map.of("a", 1)));
    private static final Tags SSD = new Tags(List.of("ssd"));
    private static final Tuning TUNING = new Tuning(
            1,
            2,
            Duration.ofSeconds(3),
            4,
            Tuning.Roots.SEGMENT,
            Tuning.Partitions.CLAIMED,
            true,
            Duration.ofSeconds(5),
            Duration.ofSeconds(6));
    private static final Task INPUT = Task.named(READ);
    private static final Task OUTPUT =
            new Task(WRITE, true, true, new Bounds(2, 3), Percentage.HUNDRED, Flux.KILL, SSD);
    private static final CatalogEntry READER = new CatalogEntry(
            INPUT,
            null,
            false,
            ONE,
            false,
            null,
            Grouping.NONE,
            false,
            new TreeMap<>(),
            null,
            ErrorPolicy.KILL,
            Tuning.DEFAULT);
    private static final CatalogEntry WRITER = new CatalogEntry(
            OUTPUT,
            OTHER,
            true,
            null,
            true,
            OTHER,
            Grouping.by("key"),
            true,
            new TreeMap<>(Map.of("spent", Duration.ofHours(1))),
            OTHER,
            ErrorPolicy.SKIP,
            TUNING);
    private static final Workflow.Edge EDGE = new Workflow.Edge(READ, WRITE);
    private static final Outline OUTLINE = new Outline(
            JobId.of("a"),
            List.of(INPUT),
            TaskScheduler.BALANCED,
            Percentage.ZERO,
            1,
            Delivery.AUTOMATIC,
            false,
            "",
            0);
    private static final Routes.Receiver RECEIVER = new Routes.Receiver(0, PeerId.of("p"), null);
    private static final Site SITE = new Site("localhost:1");

    private static Job job() {
        return new Job(
                JobId.of("a"),
                "a",
                new Workflow(List.of(EDGE)),
                List.of(READER),
                List.of(),
                List.of(),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                1,
                Delivery.AUTOMATIC,
                false,
                Parameters.NONE,
                List.of(),
                null,
                Job.Resuming.NONE);
    }

    private static Job otherJob() {
        return new Job(
                JobId.of("b"),
                "b",
                new Workflow(List.of()),
                List.of(WRITER),
                List.of(FlowCondition.of("all", Condition.test(ONE), "all")),
                List.of(new LifecycleEntry(null, ONE)),
                TaskScheduler.GREEDY,
                Percentage.HUNDRED,
                2,
                Delivery.DIRECT,
                true,
                Parameters.of(Map.of("a", 1)),
                List.of(JobId.of("c")),
                Job.Checkpointing.DEFAULT,
                Job.Resuming.NONE.task("b", "c").fresh("b/s").dropped("d"));
    }

    /** Two of each, which have no component in common. */
    private static Outline otherOutline() {
        return new Outline(
                JobId.of("b"),
                List.of(OUTPUT),
                TaskScheduler.GREEDY,
                Percentage.HUNDRED,
                2,
                Delivery.QUEUED,
                true,
                "x",
                3);
    }

    static Stream<List<Record>> pairs() {
        return Stream.of(
                List.of(job(), otherJob()),
                List.of(job().resume(), otherJob().resume()),
                List.of(READER, WRITER),
                List.of(Tuning.DEFAULT, TUNING),
                List.of(INPUT, OUTPUT),
                List.of(new Bounds(1, 5), new Bounds(2, 6)),
                List.of(Percentage.ZERO, Percentage.HUNDRED),
                List.of(ONE, OTHER),
                List.of(EDGE, new Workflow.Edge(WRITE, READ)),
                List.of(Tags.NONE, SSD),
                List.of(OUTLINE, otherOutline()),
                List.of(
                        new SubmitJob(OUTLINE),
                        new SubmitJob(OUTLINE.as(JobId.of("b")), 7L, new SubmitJob.Resumed(JobId.of("a"), 1))),
                List.of(
                        new AddVirtualPeer(PeerId.of("p"), GroupId.of("g"), null, Tags.NONE),
                        new AddVirtualPeer(PeerId.of("q"), GroupId.of("h"), SITE, SSD)),
                List.of(
                        new FoundCluster("a", Allocation.PLANNED, JobScheduler.BALANCED, 1, null, 1),
                        new FoundCluster("b", Allocation.VOLUNTEERED, JobScheduler.GREEDY, 2, "e", 2)),
                List.of(new Author(1, 2), new Author(3, 4)),
                List.of(
                        new Assignment(PeerId.of("p"), JobId.of("a"), READ, 0),
                        new Assignment(PeerId.of("q"), JobId.of("b"), WRITE, 1)),
                List.of(RECEIVER, new Routes.Receiver(1, PeerId.of("q"), SITE)),
                List.of(
                        new Routes(1, SortedTable.empty()),
                        new Routes(
                                2,
                                SortedTable.<TaskName, List<Routes.Receiver>>empty()
                                        .with(READ, List.of(RECEIVER)))));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyComponentCounts(List<Record> pair) throws ReflectiveOperationException {
        Record one = pair.get(0);
        RecordComponent[] components = one.getClass().getRecordComponents();
        assertThat(with(one, components, -1, one)).isEqualTo(one).hasSameHashCodeAs(one);
        assertThat(one).isNotEqualTo(null).isNotEqualTo("a text");
        for (int i = 0; i < components.length; i++) {
            Record changed = with(one, components, i, pair.get(1));
            assertThat(changed).as(components[i].getName()).isNotEqualTo(one);
            assertThat(one).as(components[i].getName()).isNotEqualTo(changed);
        }
    }

    /** A copy of a record, with a component of another one. */
    private static Record with(Record one, RecordComponent[] components, int index, Record other)
            throws ReflectiveOperationException {
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = components[i].getAccessor().invoke(i == index ? other : one);
        }
        Constructor<? extends Record> canonical = one.getClass()
                .getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
        return canonical.newInstance(values);
    }

    @Test
    void groupingsAndErrorPoliciesCountWhatMayGoTogether() {
        assertThat(Grouping.by("a")).isEqualTo(Grouping.by("a")).hasSameHashCodeAs(Grouping.by("a"));
        assertThat(Grouping.by("a")).isNotEqualTo(Grouping.by("b")).isNotEqualTo(Grouping.NONE);
        assertThat(Grouping.by(ONE)).isEqualTo(Grouping.by(ONE)).isNotEqualTo(Grouping.by(OTHER));
        assertThat(Grouping.NONE).isNotEqualTo(Grouping.by(ONE));

        var delay = Duration.ofSeconds(1);
        var skip = new ErrorPolicy(ErrorPolicy.Action.SKIP, 1, delay, null);
        var same = new ErrorPolicy(ErrorPolicy.Action.SKIP, 1, delay, null);
        assertThat(same).isEqualTo(skip).hasSameHashCodeAs(skip);
        assertThat(new ErrorPolicy(ErrorPolicy.Action.KILL, 1, delay, null)).isNotEqualTo(skip);
        assertThat(new ErrorPolicy(ErrorPolicy.Action.SKIP, 2, delay, null)).isNotEqualTo(skip);
        assertThat(new ErrorPolicy(ErrorPolicy.Action.SKIP, 1, delay.plusMillis(1), null))
                .isNotEqualTo(skip);
        assertThat(ErrorPolicy.deadLettersTo(READ))
                .isEqualTo(ErrorPolicy.deadLettersTo(READ))
                .isNotEqualTo(ErrorPolicy.deadLettersTo(WRITE));
    }
}
