package io.sardonyx.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.function.Binder;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.Makers;
import io.sardonyx.function.StubContext;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Targets;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FlowConditionsTest {

    private static final TaskName WORK = TaskName.of("work");
    private static final Condition EVEN = test("isEven");
    private static final Condition ALWAYS = test("always");
    private static final Condition FIRST = test("isFirst");

    private static Condition test(String predicate) {
        return new Condition.Test(maker(predicate));
    }

    private static Call maker(String method) {
        return Call.to(Makers.class.getName() + "::" + method);
    }

    private static Condition above(int limit) {
        return new Condition.Test(maker("isAbove").with("limit", limit));
    }

    private static Targets to(String... tasks) {
        return Targets.of(Arrays.stream(tasks).map(TaskName::of).toList());
    }

    private static FlowCondition from(Targets to, Condition when) {
        return FlowCondition.of(WORK, to, when);
    }

    /** A job with a task, work, that has a, b and c behind it; its conditions need not be in the prescribed order. */
    private static Job job(ErrorPolicy errors, FlowCondition... conditions) {
        var job = Job.named("job")
                .input("in", Call.to("lines"))
                .task("work", it -> it.function(maker("always")).onError(errors));
        for (String output : List.of("a", "b", "c")) {
            job.output(output, Call.to("files")).path("in", "work", output);
        }
        Job plain = job.build();
        return new Job(
                plain.id(),
                plain.name(),
                plain.workflow(),
                plain.catalog(),
                List.of(conditions),
                plain.lifecycles(),
                plain.scheduler(),
                plain.percentage(),
                plain.saturation(),
                plain.delivery(),
                plain.wholeOnly(),
                plain.metadata(),
                plain.resumes(),
                plain.checkpoint(),
                plain.resume());
    }

    private static @Nullable FlowConditions found(String task, ErrorPolicy errors, FlowCondition... conditions) {
        return FlowConditions.of(
                job(errors, conditions),
                TaskName.of(task),
                new Binder(FunctionLoader.onClassPath(), new StubContext()));
    }

    private static FlowConditions rules(FlowCondition... conditions) {
        return Objects.requireNonNull(found("work", ErrorPolicy.KILL, conditions));
    }

    private static String targets(Destination route) {
        return String.join(
                "",
                IntStream.range(0, 3)
                        .filter(route::goesTo)
                        .mapToObj(i -> List.of("a", "b", "c").get(i))
                        .toList());
    }

    private static String route(FlowConditions rules, Object segment) {
        return targets(rules.route("in", segment, List.of(segment)));
    }

    @Test
    void withoutConditionsThereAreNoRules() {
        assertThat(found("work", ErrorPolicy.KILL)).isNull();
        assertThat(found("in", ErrorPolicy.KILL, from(to("a"), EVEN))).isNull();
    }

    @Test
    void everyConditionThatHoldsAddsItsTargets() {
        FlowConditions rules = rules(from(to("a"), EVEN), from(to("b", "c"), above(2)));
        assertThat(route(rules, 2)).isEqualTo("a");
        assertThat(route(rules, 3)).isEqualTo("bc");
        assertThat(route(rules, 4)).isEqualTo("abc");
    }

    @Test
    void whatNoConditionWantsGoesNowhere() {
        FlowConditions rules = rules(from(to("a"), EVEN));
        assertThat(rules.route("in", 1, List.of(1)).isNowhere()).isTrue();
        assertThat(rules.route("in", 2, List.of(2)).isNowhere()).isFalse();
    }

    @Test
    void shortCircuitEndsTheWalk() {
        FlowConditions rules = rules(from(to("a"), EVEN).shortCircuited(), from(to("b"), ALWAYS));
        assertThat(route(rules, 1)).isEqualTo("b");
        assertThat(route(rules, 2)).isEqualTo("a");
    }

    @Test
    void allIsEveryTaskBehindAndNoneTakesAllAway() {
        FlowConditions rules = rules(
                from(Targets.ALL, EVEN).shortCircuited(),
                from(Targets.NONE, above(10)).shortCircuited(),
                from(to("c"), ALWAYS));
        assertThat(route(rules, 12)).isEqualTo("abc");
        assertThat(route(rules, 11)).isEmpty();
        assertThat(route(rules, 1)).isEqualTo("c");
        assertThat(route(rules(from(to("a"), ALWAYS), from(Targets.NONE, EVEN), from(to("b"), ALWAYS)), 2))
                .isEqualTo("b");
    }

    @Test
    void conditionsAreJoinedByAndOrNot() {
        assertThat(route(rules(from(to("a"), Condition.and(EVEN, above(2)))), 4))
                .isEqualTo("a");
        assertThat(route(rules(from(to("a"), Condition.and(EVEN, above(2)))), 2))
                .isEmpty();
        assertThat(route(rules(from(to("a"), Condition.or(EVEN, above(2)))), 3)).isEqualTo("a");
        assertThat(route(rules(from(to("a"), Condition.or(EVEN, above(2)))), 1)).isEmpty();
        assertThat(route(rules(from(to("a"), Condition.not(EVEN))), 1)).isEqualTo("a");
        assertThat(route(rules(from(to("a"), Condition.or(ALWAYS, test("throwing")))), 1))
                .as("no more are asked than needed")
                .isEqualTo("a");
    }

    @Test
    void passageIsShownToThoseWhoAsk() {
        FlowConditions rules = rules(from(to("a"), FIRST));
        assertThat(rules.looksAtPassages()).isTrue();
        assertThat(rules(from(to("a"), EVEN)).looksAtPassages()).isFalse();
        List<Integer> outputs = List.of(1, 2);
        assertThat(targets(rules.route("in", outputs.get(0), outputs))).isEqualTo("a");
        assertThat(targets(rules.route("in", outputs.get(1), outputs))).isEmpty();
    }

    @Test
    void fromAllConcernsTasksThatReachAllTargets() {
        FlowCondition ab = FlowCondition.of(null, to("a", "b"), EVEN);
        assertThat(route(rules(ab), 2)).isEqualTo("ab");
        assertThat(found("in", ErrorPolicy.KILL, ab)).isNull();
        FlowConditions everywhere =
                Objects.requireNonNull(found("in", ErrorPolicy.KILL, FlowCondition.of(null, Targets.ALL, EVEN)));
        assertThat(everywhere.route("in", 2, List.of()).goesTo(0)).isTrue();
        assertThat(everywhere.route("in", 1, List.of()).goesTo(0)).isFalse();
    }

    @Test
    void excludedKeysAreTakenOutBehindRouting() {
        FlowConditions rules = rules(
                from(to("a"), ALWAYS).excluding("secret", "none"),
                from(to("b"), EVEN).excluding("other"));
        Map<String, Integer> segment = Map.of("x", 1, "secret", 2, "other", 3);
        assertThat(rules.route("in", segment, List.of()).segment()).isEqualTo(Map.of("x", 1, "other", 3));
        assertThat(segment).hasSize(3);
        Map<String, Integer> plain = Map.of("x", 1);
        assertThat(rules.route("in", plain, List.of()).segment()).isSameAs(plain);
        assertThatThrownBy(() -> rules.route("in", "text", List.of()))
                .isInstanceOf(FailedCondition.class)
                .hasMessage("keys [secret, none] are to be excluded from a java.lang.String, but only maps can lose"
                        + " keys; let the function leave them out");
    }

    @Test
    void predicateThatFailsIsNamed() {
        assertThatThrownBy(() -> route(rules(from(to("a"), test("throwing"))), 1))
                .isInstanceOf(FailedCondition.class)
                .hasMessage("predicate " + Makers.class.getName()
                        + "::throwing failed: java.lang.IllegalStateException: cannot say")
                .hasRootCauseMessage("cannot say");
        assertThatThrownBy(() -> route(rules(from(to("a"), test("unsure"))), 1))
                .hasMessageContaining("unsure returned null; it must say true or false");
        assertThatThrownBy(() -> route(rules(from(to("a"), above(1))), "text"))
                .isInstanceOf(FailedCondition.class)
                .hasMessage("predicate " + Makers.class.getName()
                        + "::isAbove wants a java.lang.Integer and got a java.lang.String");
    }

    @Test
    void exceptionsHaveConditionsOfTheirOwn() {
        FlowConditions rules = rules(from(to("c"), test("isIo")).onException(maker("report")), from(to("a"), ALWAYS));
        assertThat(route(rules, 1)).isEqualTo("a");
        assertThat(rules.onException("in", new IllegalStateException("other"))).isNull();
        Destination route = Objects.requireNonNull(rules.onException("in", new IOException("gone")));
        assertThat(targets(route)).isEqualTo("c");
        assertThat(route.isRetry()).isFalse();
        assertThat(route.segment()).isEqualTo(Map.of("input", "in", "why", "java.io.IOException: gone", "secret", 1));
        assertThat(rules(from(to("a"), ALWAYS)).onException("in", new IOException("gone")))
                .isNull();
    }

    @Test
    void errorsAreSeenAsTheCauseOfAnException() {
        FlowConditions rules =
                rules(from(to("c"), ALWAYS).onException(maker("report")).excluding("secret"));
        Destination route = Objects.requireNonNull(rules.onException("in", new StackOverflowError("deep")));
        assertThat(route.segment().toString())
                .contains("java.lang.StackOverflowError: deep")
                .doesNotContain("secret");
    }

    @Test
    void transformThatGivesNothingIsNamed() {
        FlowConditions rules = rules(from(to("c"), ALWAYS).onException(maker("lost")));
        assertThatThrownBy(() -> rules.onException("in", new IOException("gone")))
                .hasMessageContaining("lost returned null; it must return a segment");
    }

    @Test
    void exceptionMayHaveItsRootEmittedAgain() {
        FlowConditions rules = rules(FlowCondition.retrying(WORK, test("isIo")));
        Destination route = Objects.requireNonNull(rules.onException("in", new IOException("gone")));
        assertThat(route.isRetry()).isTrue();
        assertThat(route.isNowhere()).isTrue();
        assertThat(route(rules, 1)).isEqualTo("abc");
        assertThat(rules.route("in", 1, List.of()).isRetry()).isFalse();
    }

    @Test
    void whatIsThereForFailuresGetsNothingElse() {
        FlowCondition toC = from(to("c"), ALWAYS).onException(maker("report"));
        assertThat(route(rules(toC), 1)).isEqualTo("ab");
        assertThat(route(rules(toC, from(Targets.ALL, EVEN)), 2)).isEqualTo("ab");
        assertThat(route(rules(toC, from(to("c"), EVEN)), 2)).as("unless named").isEqualTo("c");
        FlowConditions deadLetters = Objects.requireNonNull(found("work", ErrorPolicy.deadLettersTo(TaskName.of("b"))));
        assertThat(route(deadLetters, 1)).isEqualTo("ac");
        assertThat(deadLetters.onException("in", new IOException("gone"))).isNull();
    }

    @Test
    void targetMustBeBehind() {
        FlowCondition wrong = from(to("in"), ALWAYS);
        assertThatThrownBy(() -> rules(wrong)).hasMessageContaining("task in, but behind it are only [a, b, c]");
    }
}
