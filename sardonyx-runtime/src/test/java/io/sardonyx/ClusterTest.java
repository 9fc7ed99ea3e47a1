package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Targets;
import io.sardonyx.job.Tuning;
import io.sardonyx.plugin.Param;
import io.sardonyx.replica.Ring;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. Whole jobs, from submission to completion, in this process. */
@Timeout(120)
public class ClusterTest {

    private final ConcurrentLinkedQueue<Object> out = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Object> other = new ConcurrentLinkedQueue<>();
    private final Cluster cluster =
            Cluster.local(2, 4).provide("out", consumer(out)).provide("other", consumer(other));

    private static java.util.function.Consumer<Object> consumer(ConcurrentLinkedQueue<Object> queue) {
        return queue::add;
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    public static long twice(long number) {
        return 2 * number;
    }

    public static boolean isEven(long number) {
        return number % 2 == 0;
    }

    public static List<String> split(String line) {
        return List.of(line.split(" "));
    }

    public static String checked(long number, @Param("bad") long bad) {
        if (number == bad) {
            throw new IllegalArgumentException("I do not like " + number);
        }
        return "n" + number;
    }

    /** Takes every number at the second try only. */
    public static long moody(long number, @Param("tried") Set<Long> tried) {
        if (tried.add(number)) {
            throw new IllegalStateException("not now");
        }
        return number;
    }

    public static String word(String word) {
        return word;
    }

    public static Map<String, Object> counted(String word, @Param("counts") ConcurrentHashMap<String, Integer> counts) {
        return Map.of("word", word, "count", counts.merge(word, 1, Integer::sum));
    }

    @Test
    void numbersFlowThroughFunctionsAndFilters() throws InterruptedException {
        cluster.run(Job.named("numbers")
                .input("read", Inputs.numbers(10_000))
                .function("twice", ClusterTest::twice)
                .function("even", ClusterTest::isEven)
                .output("write", Outputs.callback("out"))
                .path("read", "twice", "even", "write")
                .build());

        assertThat(out.stream().map(Long.class::cast).sorted())
                .containsExactlyElementsOf(
                        LongStream.range(0, 10_000).map(n -> 2 * n).boxed().toList());
    }

    @Test
    void aDiamondReceivesEverythingOnBothWays() throws InterruptedException {
        cluster.run(Job.named("diamond")
                .input("read", Inputs.numbers(3_000))
                .function("left", ClusterTest::twice)
                .function("right", ClusterTest::twice)
                .output("write", Outputs.callback("out"))
                .path("read", "left", "write")
                .path("read", "right", "write")
                .build());

        assertThat(out).hasSize(6_000);
    }

    @Test
    void wordsWithTheSameKeyMeetAtTheSamePeer() throws InterruptedException {
        cluster.provide("counts", new ConcurrentHashMap<String, Integer>());
        cluster.run(Job.named("words")
                .input("read", Inputs.items("a b a", "b a c", "c c c c"))
                .function("split", ClusterTest::split)
                .task(
                        "count",
                        task -> task.function(Call.to("io.sardonyx.ClusterTest::counted"))
                                .groupBy(ClusterTest::word)
                                .peers(2))
                .output("write", Outputs.callback("out"))
                .path("read", "split", "count", "write")
                .build());

        Map<Object, Long> seen = out.stream()
                .collect(Collectors.groupingBy(row -> ((Map<?, ?>) row).get("word"), Collectors.counting()));
        assertThat(seen).isEqualTo(Map.of("a", 3L, "b", 2L, "c", 5L));
    }

    /** A key of two parts. */
    public record Place(String town, int street) {}

    public static Place place(long number) {
        return new Place("town " + number % 3, (int) (number % 5));
    }

    @Test
    void recordsMayBeKeys() throws InterruptedException {
        cluster.run(Job.named("places")
                .input("read", Inputs.numbers(1_000))
                .task(
                        "even",
                        task -> task.function(ClusterTest::isEven)
                                .groupBy(ClusterTest::place)
                                .peers(2))
                .output("write", Outputs.callback("out"))
                .path("read", "even", "write")
                .build());

        assertThat(out).hasSize(500);
    }

    @Test
    void segmentsMayBeRootsOfTheirOwn() throws InterruptedException {
        cluster.run(Job.named("single")
                .input("read", Inputs.numbers(5_000))
                .with("read", task -> task.tuned(tuning -> tuning.with(Tuning.Roots.SEGMENT)))
                .function("even", ClusterTest::isEven)
                .output("write", Outputs.callback("out"))
                .path("read", "even", "write")
                .build());

        assertThat(out).hasSize(2_500);
    }

    @Test
    void aFunctionThatThrowsKillsItsJobAndNoOther() throws InterruptedException {
        Job bad = checking("bad", ErrorPolicy.KILL);
        assertThatThrownBy(() -> cluster.run(bad))
                .isInstanceOf(JobFailed.class)
                .hasMessageContaining("check")
                .hasMessageContaining("segment 77")
                .hasMessageContaining("I do not like 77");

        cluster.run(Job.named("good")
                .input("read", Inputs.numbers(10))
                .output("write", Outputs.callback("other"))
                .path("read", "write")
                .build());
        assertThat(other).hasSize(10);
    }

    private static Job checking(String name, ErrorPolicy policy) {
        return Job.named(name)
                .input("read", Inputs.numbers(1_000))
                .task(
                        "check",
                        task -> task.function(Call.to("io.sardonyx.ClusterTest::checked")
                                        .with("bad", 77))
                                .onError(policy))
                .output("write", Outputs.callback("out"))
                .path("read", "check", "write")
                .build();
    }

    @Test
    void whatFailsMayBeLeftOut() throws InterruptedException {
        cluster.run(checking("skip", ErrorPolicy.SKIP.after(2, Duration.ofMillis(1))));

        assertThat(out).hasSize(999).doesNotContain("n77");
    }

    @Test
    void eachSegmentHasAllTriesForItself() throws InterruptedException {
        cluster.provide("tried", ConcurrentHashMap.newKeySet());
        cluster.run(Job.named("moody")
                .input("read", Inputs.numbers(20))
                .task(
                        "moody",
                        task -> task.function(Call.to("io.sardonyx.ClusterTest::moody"))
                                .onError(ErrorPolicy.KILL.after(1, Duration.ofMillis(1))))
                .output("write", Outputs.callback("out"))
                .path("read", "moody", "write")
                .build());

        assertThat(out).hasSize(20);
    }

    @Test
    void whatFailsMayBecomeADeadLetter() throws InterruptedException {
        cluster.run(Job.named("letters")
                .input("read", Inputs.numbers(1_000))
                .task(
                        "check",
                        task -> task.function(Call.to("io.sardonyx.ClusterTest::checked")
                                        .with("bad", 77))
                                .onError(ErrorPolicy.deadLettersTo(TaskName.of("errors"))))
                .output("write", Outputs.callback("out"))
                .output("errors", Outputs.callback("other"))
                .path("read", "check", "write")
                .path("check", "errors")
                .build());

        assertThat(out).hasSize(999);
        assertThat(other).hasSize(1);
        assertThat(other.element().toString())
                .contains("segment=77", "task=check", "I do not like 77", "input=read", "position=");
    }

    @Test
    void conditionsSayWhereSegmentsGo() throws InterruptedException {
        cluster.run(Job.named("routed")
                .input("read", Inputs.numbers(100))
                .output("even", Outputs.callback("out"))
                .output("rest", Outputs.callback("other"))
                .path("read", "even")
                .path("read", "rest")
                .when(FlowCondition.of(
                        TaskName.of("read"),
                        Targets.of(List.of(TaskName.of("even"))),
                        new Condition.Test(Call.to("io.sardonyx.ClusterTest::isEven"))))
                .when(FlowCondition.of(
                        TaskName.of("read"),
                        Targets.of(List.of(TaskName.of("rest"))),
                        Condition.not(new Condition.Test(Call.to("io.sardonyx.ClusterTest::isEven")))))
                .build());

        assertThat(out).hasSize(50).contains(42L);
        assertThat(other).hasSize(50).contains(43L);
    }

    @Test
    void aJobThatCannotRunIsRefusedBeforeAnythingHappens() {
        Job job = Job.named("nowhere")
                .input("read", Inputs.numbers(1))
                .function("gone", Call.to("io.sardonyx.ClusterTest::gone"))
                .output("write", Call.to("stdoot"))
                .path("read", "gone", "write")
                .build();

        assertThatThrownBy(() -> cluster.submit(job))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("task gone")
                .hasMessageContaining("task write")
                .hasMessageContaining("stdoot");
        assertThat(cluster.client().jobs()).isEmpty();
    }

    @Test
    void aJobThatCannotBeWrittenDownIsRefusedWithAllItsFaults() {
        Job half = Job.named("half \ud83d")
                .id("half")
                .input("read", Inputs.numbers(1))
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
        assertThatThrownBy(() -> cluster.submit(half))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("would be another when read again");
        Job gone = Job.named("gone")
                .input("read", Inputs.numbers(1))
                .function("gone", Call.to("io.sardonyx.ClusterTest::gone"))
                .output("write", Outputs.discard())
                .path("read", "gone", "write")
                .build();
        var unchecked = new Job(
                gone.id(),
                gone.name(),
                gone.workflow(),
                gone.catalog().subList(0, 2),
                gone.flowConditions(),
                gone.lifecycles(),
                gone.scheduler(),
                gone.percentage(),
                gone.saturation(),
                gone.delivery(),
                gone.wholeOnly(),
                gone.metadata(),
                gone.resumes(),
                gone.checkpoint(),
                gone.resume());
        assertThatThrownBy(() -> cluster.submit(unchecked))
                .isInstanceOf(BadJob.class)
                .hasMessageContainingAll("task write", "no public static method or accessor gone");
        assertThat(AdminClient.of(cluster.client()).jobs()).isEmpty();
    }

    @Test
    void aJobForWhichThereAreTooFewPeersIsRefusedInsteadOfWaitingForEver() {
        Job job = Job.named("large")
                .input("read", Inputs.numbers(1))
                .task("even", task -> task.function(ClusterTest::isEven).peers(7))
                .task("write", task -> task.output(Outputs.discard()).tags("fast"))
                .path("read", "even", "write")
                .build();

        assertThatThrownBy(() -> cluster.submit(job))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("need 9 peers, but this cluster has 8")
                .hasMessageContaining("task write, tags: asks for peers that can [fast]");
    }

    @Test
    void nothingIsMissingAfterAGroupHasCrashedAndAnotherOneWasStarted() throws InterruptedException {
        Job job = Job.named("survivors")
                .input("read", Inputs.numbers(20_000).with("rate", 20_000))
                .function("twice", ClusterTest::twice)
                .output("write", Outputs.callback("out"))
                .path("read", "twice", "write")
                .build();
        List<GroupId> before = cluster.groups();
        cluster.submit(job);
        while (out.size() < 2_000) {
            Thread.onSpinWait();
        }
        cluster.crash(before.get(0));
        GroupId newcomer = cluster.start();

        assertThat(cluster.await(job.id())).isInstanceOf(Outcome.Completed.class);
        assertThat(Set.copyOf(out))
                .isEqualTo(LongStream.range(0, 20_000).mapToObj(it -> 2 * it).collect(Collectors.toSet()));
        assertThat(cluster.groups()).containsExactly(before.get(1), newcomer);
        Ring ring = AdminClient.of(cluster.client()).replica().replica().ring();
        assertThat(ring.hasLeft(before.get(0))).isTrue();
        assertThat(ring.isMember(newcomer)).isTrue();
    }

    @Test
    void onlyAGroupThatLivesCanCrash() {
        GroupId first = cluster.groups().get(0);
        cluster.crash(first);
        assertThatThrownBy(() -> cluster.crash(first))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no group " + first + " lives here");
    }
}
