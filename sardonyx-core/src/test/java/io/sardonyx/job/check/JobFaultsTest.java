package io.sardonyx.job.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Condition;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Fault;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Parameters;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Targets;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobFaultsTest {

    private static final Call LINES = Call.to("lines").with("path", "books/*.txt");
    private static final Call SPLIT = Call.to("com.acme.Words::split");
    private static final Condition LONG = new Condition.Test(Call.to("com.acme.Words::isLong"));

    /** read -> split -> count -> write, and split -> errors, without a fault. */
    private static JobBuilder words() {
        return Job.named("words")
                .input("read", LINES)
                .function("split", SPLIT)
                .task(
                        "count",
                        task -> task.function(Call.to("com.acme.Words::count")).groupBy("word"))
                .output("write", Call.to("stdout"))
                .output("errors", Call.to("stderr"))
                .path("read", "split", "count", "write")
                .path("split", "errors");
    }

    @Test
    void patienceIsGivenToPluginsWhoseTaskSaysNothingOfIt() {
        Duration own = Duration.ofSeconds(7);
        Job patient = words().with("read", task -> task.tuned(tuning -> tuning.patient(own)))
                .build()
                .patient(Duration.ofMinutes(10));

        assertThat(patient.entry(TaskName.of("read")).tuning().patience()).isEqualTo(own);
        assertThat(patient.entry(TaskName.of("write")).tuning().patience()).isEqualTo(Duration.ofMinutes(10));
        assertThat(patient.entry(TaskName.of("split")).tuning().patience()).isNull();
    }

    private static FlowCondition flow(String from, Targets to) {
        return FlowCondition.of(TaskName.of(from), to, LONG);
    }

    private static Targets to(String... tasks) {
        return Targets.of(Stream.of(tasks).map(TaskName::of).toList());
    }

    private static List<Fault> faults(JobBuilder job) {
        BadJob bad = catchThrowableOfType(BadJob.class, job::build);
        assertThat(bad).isNotNull();
        return bad.faults();
    }

    @Test
    void onlyWhatIsReadCanBeIdentified() {
        assertThat(words().with("read", task -> task.identify(true)).build().entry(TaskName.of("read")))
                .matches(CatalogEntry::identify);
        assertThat(faults(words().with("split", task -> task.identify(true))))
                .extracting(Fault::toString)
                .containsExactly(
                        "task split, identify: is to identify what it reads, but it takes what other tasks give;"
                                + " say so at the task that has the input");
    }

    @Test
    void jobWithoutFaultsIsBuiltInTopologicalOrder() {
        Job job = words().build();
        assertThat(job.catalog())
                .extracting(entry -> entry.name().text())
                .containsExactly("read", "split", "count", "write", "errors");
        assertThat(Outline.of(job, "").inputs()).containsExactly(TaskName.of("read"));
        assertThat(Outline.of(job, "").outputs()).containsExactly(TaskName.of("write"), TaskName.of("errors"));
    }

    static Stream<Arguments> ofTheWorkflow() {
        return Stream.of(
                bad("workflow: it leads from nowhere", job -> Job.named("j").input("read", LINES)),
                bad("workflow: has a cycle: split -> count -> split; take", job -> job.path("count", "split")),
                bad("workflow: has a cycle: count -> count", job -> job.path("count", "count")),
                bad("workflow: there is no task splt; did you mean split?", job -> job.path("read", "splt")),
                bad("task split: is described twice", job -> job.function("split", SPLIT)),
                bad("task extra: is not in the workflow", job -> job.function("extra", SPLIT)),
                bad(
                        "task other: nobody feeds it",
                        job -> job.function("other", SPLIT).path("other", "write")),
                bad(
                        "task count, output: is between other tasks, but has a plugin",
                        job -> job.with("count", task -> task.output(LINES))),
                bad(
                        "task split, input: has an input, but other tasks feed it",
                        job -> job.with("split", task -> task.input(LINES))),
                bad(
                        "task read, output: has an output, but nobody",
                        job -> job.with("read", task -> task.output(LINES))),
                bad(
                        "task pass: does nothing",
                        job -> job.task("pass", task -> task).path("split", "pass", "write")),
                bad(
                        "task end: does nothing",
                        job -> job.task("end", task -> task).path("split", "end")),
                bad(
                        "task all, name: has a name that stands for",
                        job -> job.output("all", LINES).path("split", "all")));
    }

    static Stream<Arguments> ofTimeToLive() {
        return Stream.of(
                bad(
                        "task count, state.seen.ttl: is PT0S, but a time to live is PT0.001S to",
                        job -> job.with("count", task -> task.ttl("seen", Duration.ZERO))),
                bad(
                        "task count, state.seen.ttl: is PT-1S",
                        job -> job.with("count", task -> task.ttl("seen", Duration.ofSeconds(-1)))),
                bad(
                        "task count, state.seen.ttl: is PT",
                        job -> job.with("count", task -> task.ttl("seen", Duration.ofDays(36_501)))),
                bad(
                        "task count, eventTime: says by which time state expires, but no state",
                        job -> job.with("count", task -> task.eventTime(SPLIT))),
                bad(
                        "task count, eventTime: asks segments when they happened, but the task is sent totals",
                        job -> job.with(
                                "count",
                                task -> task.ttl("seen", Duration.ofHours(1))
                                        .eventTime(SPLIT)
                                        .combine(true))));
    }

    static Stream<Arguments> ofTasks() {
        return Stream.of(
                bad("task split, max: a maximum of 1 peers", job -> job.with("split", task -> task.peers(2, 1))),
                bad(
                        "task split, fn: \"split\" names no method",
                        job -> job.with("split", task -> task.function(Call.to("split")))),
                bad(
                        "task split, groupBy: \"a.B::\" names no method",
                        job -> job.with("split", task -> task.groupBy(Call.to("a.B::")))),
                bad(
                        "task read: its plugin has a parameter \"plugin\"",
                        job -> job.with("read", task -> task.input(LINES.with("plugin", 1)))),
                bad(
                        "task write, batch: takes segments in batches, but",
                        job -> job.with("write", task -> task.batch(true))),
                bad(
                        "task count, batch: takes segments in batches, in which",
                        job -> job.with("count", task -> task.batch(true))),
                bad(
                        "task read, groupBy: groups segments, but nobody",
                        job -> job.with("read", task -> task.groupBy("word"))),
                bad(
                        "task count, groupBy: groups by the same key twice",
                        job -> job.with("count", task -> task.groupBy("a", "a"))),
                bad(
                        "task count, flux: keeps its keys where they are",
                        job -> job.with("count", task -> task.flux(Flux.RECOVER))),
                bad(
                        "task split, onError: sends dead letters to write, which is not directly behind",
                        job -> job.with(
                                "split", task -> task.onError(ErrorPolicy.deadLettersTo(TaskName.of("write"))))),
                bad(
                        "task split, onError.to: there is no task error; did you mean errors?",
                        job -> job.with(
                                "split", task -> task.onError(ErrorPolicy.deadLettersTo(TaskName.of("error"))))));
    }

    static Stream<Arguments> ofTheWhole() {
        var sixty = Percentage.of(BigDecimal.valueOf(60));
        return Stream.of(
                bad(
                        "name: has 201 characters",
                        job -> Job.named("x".repeat(201))
                                .id("x")
                                .input("read", LINES)
                                .output("write", LINES)
                                .path("read", "write")),
                bad("saturation: its tasks need 5 peers, but it may hold 4", job -> job.saturation(4)),
                bad(
                        "saturation: its tasks need 5 peers, but it may hold 0",
                        job -> job.saturation(0).delivery(Delivery.QUEUED)),
                bad("taskScheduler: peers are shared out", job -> job.scheduler(TaskScheduler.PERCENTAGE)),
                bad(
                        "catalog: the percentages",
                        job -> job.scheduler(TaskScheduler.PERCENTAGE)
                                .with("read", task -> task.percentage(sixty))
                                .with("split", task -> task.percentage(sixty))),
                bad(
                        "lifecycles[1].task: there is no task reed; did you mean read?",
                        job -> job.lifecycle(null, SPLIT).lifecycle("reed", SPLIT)),
                bad("lifecycles[0].calls: \"pool\" names no method", job -> job.lifecycle("read", Call.to("pool"))));
    }

    static Stream<Arguments> ofFlowConditions() {
        return Stream.of(
                bad("flowConditions[0].from: there is no task spilt", job -> job.when(flow("spilt", to("count")))),
                bad("flowConditions[0].to: there is no task x", job -> job.when(flow("split", to("x")))),
                bad("flowConditions[0].to: task write is not directly", job -> job.when(flow("split", to("write")))),
                bad(
                        "flowConditions[0]: task write feeds nobody",
                        job -> job.when(flow("write", Targets.ALL).shortCircuited())),
                bad(
                        "flowConditions[0]: there is no task that feeds all",
                        job -> job.when(FlowCondition.of(null, to("split", "count"), LONG))),
                bad(
                        "flowConditions[0].when: \"long\" names no method",
                        job -> job.when(FlowCondition.of(
                                TaskName.of("split"),
                                to("count"),
                                Condition.or(Condition.not(new Condition.Test(Call.to("long"))), LONG)))),
                bad(
                        "flowConditions[0].when: is nested",
                        job -> job.when(FlowCondition.of(TaskName.of("split"), to("count"), nested(20)))));
    }

    static Stream<Arguments> ofExceptionsAndOrder() {
        Call transform = Call.to("com.acme.Words::error");
        return Stream.of(
                bad(
                        "flowConditions[0]: transforms or retries",
                        job -> job.when(
                                new FlowCondition(null, to("count"), LONG, false, List.of(), false, transform, false))),
                bad(
                        "flowConditions[0]: retries, and also",
                        job -> job.when(new FlowCondition(null, to("count"), LONG, true, List.of(), true, null, true))),
                bad(
                        "flowConditions[0]: sends an exception on",
                        job -> job.when(
                                new FlowCondition(null, to("count"), LONG, true, List.of(), true, null, false))),
                bad(
                        "flowConditions[0].transform: \"x\" names",
                        job -> job.when(flow("split", to("count")).onException(Call.to("x")))),
                bad(
                        "flowConditions[0]: is about exceptions, but",
                        job -> job.when(
                                new FlowCondition(null, to("count"), LONG, false, List.of(), true, transform, false))),
                bad("flowConditions[0]: sends everywhere", job -> job.when(flow("split", Targets.NONE))),
                bad(
                        "flowConditions[1]: stands behind flowConditions[0]",
                        job -> job.when(flow("split", Targets.NONE).shortCircuited())
                                .when(flow("split", Targets.ALL).shortCircuited())),
                bad(
                        "flowConditions[2]: stands behind flowConditions[1]",
                        job -> job.when(flow("count", to("write")))
                                .when(flow("split", to("count")))
                                .when(flow("split", to("errors")).shortCircuited())),
                bad(
                        "flowConditions[1]: stands behind flowConditions[0]",
                        job -> job.when(flow("split", to("count")))
                                .when(FlowCondition.of(null, Targets.ALL, LONG).shortCircuited())));
    }

    private static Arguments resuming(String complaint, Job.Resuming resume) {
        return bad(complaint, job -> job.checkpoint(Duration.ofSeconds(5)).resume(resume));
    }

    static Stream<Arguments> ofResuming() {
        Job.Resuming none = Job.Resuming.NONE;
        return Stream.of(
                bad("resume: says which state is taken over, but", job -> job.resume(none.dropped("old"))),
                resuming("resume.tasks.cont: there is no task cont; did you mean count?", none.task("cont", "old")),
                resuming("resume.tasks.read: is an input, which goes on", none.task("read", "old")),
                resuming(
                        "resume.tasks.split: takes over the states of old, as count does",
                        none.task("count", "old").task("split", "old")),
                resuming("resume.fresh[1]: \"counts/all\" is no task of this job", none.fresh("count", "counts/all")));
    }

    private static Arguments checkpoint(String complaint, Duration every, int keep, Duration timeout) {
        return bad(complaint, job -> job.checkpoint(new Job.Checkpointing(every, keep, timeout)));
    }

    static Stream<Arguments> ofCheckpoints() {
        Duration second = Duration.ofSeconds(1);
        return Stream.of(
                checkpoint("checkpoint.every: is PT0.099S", Duration.ofMillis(99), 3, second),
                checkpoint("checkpoint.keep: is 0, but 1 to 100", second, 0, second),
                checkpoint("checkpoint.keep: is 101, but 1 to 100", second, 101, second),
                checkpoint("checkpoint.timeout: is PT0.5S, but is at least", second, 3, Duration.ofMillis(500)),
                checkpoint("checkpoint.timeout: is PT48H", second, 3, Duration.ofDays(2)));
    }

    private static UnaryOperator<JobBuilder> reading(UnaryOperator<Tuning> change) {
        return job -> job.with("read", task -> task.tuned(change));
    }

    /** What is about single segments or partitions, where all between two marks is acked as a whole. */
    static Stream<Arguments> ofJobsWithCheckpoints() {
        return Stream.of(
                bad(
                        "checkpoint: is made of segments on their way from peer to peer, but this job is queued",
                        job -> job.delivery(Delivery.QUEUED)),
                bad(
                        "checkpoint: names the checkpoint to go on from; leave out \"resumes\"",
                        job -> job.resumes(List.of(JobId.of("before")))),
                bad(
                        "task read, roots: means nothing with checkpoints",
                        reading(tuning -> tuning.with(Tuning.Roots.SEGMENT))),
                bad("task read, attempts: means nothing with checkpoints", reading(tuning -> tuning.poisonAfter(7))),
                bad(
                        "task read, partitions: are claimed by leases, which keep positions of their own",
                        reading(tuning -> tuning.sharing(Tuning.Partitions.CLAIMED))),
                bad(
                        "flowConditions[1].retry: emits a root again, but with checkpoints",
                        job -> job.when(flow("split", to("count"))).when(FlowCondition.retrying(null, LONG))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofJobsWithCheckpoints")
    void whatDoesNotGoWithCheckpointsIsRefusedOnlyWithThem(String complaint, UnaryOperator<JobBuilder> change) {
        assertThat(change.apply(words()).build().checkpoint()).isNull();
        faultIsNamedWithPlaceAndRemedy(complaint, job -> change.apply(job).checkpoint(Duration.ofSeconds(5)));
    }

    @Test
    void checkpointsThatSayNothingElseHaveATimeoutThatIsNotShorterThanTheirInterval() {
        Job.Checkpointing seldom = new Job.Checkpointing(Duration.ofHours(1));
        assertThat(seldom.timeout()).isEqualTo(seldom.every());
        assertThat(seldom.keep()).isEqualTo(3);
        assertThat(new Job.Checkpointing(Duration.ofSeconds(5))).isEqualTo(Job.Checkpointing.DEFAULT);
    }

    private static Condition nested(int depth) {
        return depth == 0 ? LONG : Condition.not(nested(depth - 1));
    }

    private static Arguments bad(String complaint, UnaryOperator<JobBuilder> change) {
        return arguments(complaint, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "ofTheWorkflow",
        "ofTimeToLive",
        "ofTasks",
        "ofTheWhole",
        "ofFlowConditions",
        "ofExceptionsAndOrder",
        "ofCheckpoints",
        "ofResuming"
    })
    void faultIsNamedWithPlaceAndRemedy(String complaint, UnaryOperator<JobBuilder> change) {
        List<Fault> faults = faults(change.apply(words()));
        assertThat(faults).anySatisfy(fault -> assertThat(fault.toString()).startsWith(complaint));
        assertThat(faults).allSatisfy(fault -> assertThat(fault.remedy()).isNotBlank());
    }

    @Test
    void goodFlowConditionsHaveNoFault() {
        Job job = words().when(FlowCondition.of(null, Targets.ALL, LONG).shortCircuited())
                .when(flow("split", Targets.NONE).shortCircuited())
                .when(flow("split", to("errors")).onException(SPLIT))
                .when(FlowCondition.retrying(null, LONG))
                .when(flow("split", to("errors")).shortCircuited())
                .when(flow("split", to("count")).excluding("text"))
                .build();
        assertThat(job.flowConditions()).hasSize(6);
    }

    @Test
    void queuedJobMayHoldFewerPeersThanTasks() {
        assertThat(words().delivery(Delivery.QUEUED).saturation(1).build().saturation())
                .isEqualTo(1);
    }

    @Test
    void manyFaultsAreNamedAtOnce() {
        JobBuilder job = words().path("write", "read")
                .with("count", task -> task.flux(Flux.RECOVER).peers(3, 2))
                .with("spilt", task -> task.peers(2))
                .when(flow("nobody", Targets.ALL))
                .lifecycle("nothing", SPLIT)
                .saturation(1);
        assertThat(faults(job)).hasSizeGreaterThanOrEqualTo(7);
        assertThatThrownBy(job::build)
                .hasMessageStartingWith("job words cannot run:\n  ")
                .hasMessageContaining("\n  saturation: ");
    }

    @Test
    void numbersOfAJobHaveAModestSize() {
        var parameters = Parameters.of(Map.of("n", 1e300, "m", Long.MIN_VALUE, "k", 0.1f));
        assertThat(parameters.number("k")).contains(new BigDecimal("0.1"));
        assertThatThrownBy(() -> parameters.with("x", new BigDecimal("1E+401"))).hasMessageContaining("x: a number");
        assertThatThrownBy(() -> parameters.with("x", new BigDecimal("9".repeat(31))))
                .hasMessageContaining("digits");
    }

    @Test
    void policyKeepsItsTargetBehindMoreTries() {
        ErrorPolicy policy = ErrorPolicy.deadLettersTo(TaskName.of("errors")).after(3, Duration.ofSeconds(1));
        assertThat(words().with("split", task -> task.onError(policy))
                        .build()
                        .entry(TaskName.of("split"))
                        .errors())
                .isEqualTo(policy);
    }
}
