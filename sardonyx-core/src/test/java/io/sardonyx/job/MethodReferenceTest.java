package io.sardonyx.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a job says in Java by method references and plain texts. Public, since jobs name its methods. */
public class MethodReferenceTest {

    private static final String SELF = MethodReferenceTest.class.getName();

    /** A segment of another package's program. */
    public record Order(String customer, boolean isPaid) implements Dated {

        public String with(String other) {
            return customer + other;
        }
    }

    /** What a segment may inherit. */
    public interface Dated {

        default long day() {
            return 1;
        }
    }

    public static boolean of1(Object segment) {
        return true;
    }

    public static boolean of2(Object segment, int b) {
        return true;
    }

    public static boolean of3(Object segment, int b, int c) {
        return true;
    }

    public static boolean of4(Object segment, int b, int c, int d) {
        return true;
    }

    public static boolean of5(Object segment, int b, int c, int d, int e) {
        return true;
    }

    public static boolean of6(Object segment, int b, int c, int d, int e, int f) {
        return true;
    }

    public static Object made() {
        return new Object();
    }

    private static String name(MethodReference.Of1<Order, ?> method) {
        return method.methodName();
    }

    @Test
    void accessorIsNamedByTheClassOfTheSegment() {
        assertThat(name(Order::customer)).isEqualTo(SELF + "$Order::customer");
        assertThat(name(Order::day)).as("what it inherits").isEqualTo(SELF + "$Order::day");
        MethodReference.Of1<Dated, Long> inherited = Dated::day;
        assertThat(inherited.methodName()).isEqualTo(SELF + "$Dated::day");
        assertThat(Call.to(Order::isPaid)).isEqualTo(Call.to(SELF + "$Order::isPaid"));
    }

    @Test
    void whatCannotBeCalledOnASegmentIsRefusedWithTheReason() {
        var one = new Order("a", true);
        MethodReference.Of0<String> bound = one::customer;
        assertThatThrownBy(bound::methodName).hasMessageContaining("Order::customer is referred to on an object");
        MethodReference.Of2<Order, String, String> more = Order::with;
        assertThatThrownBy(more::methodName)
                .hasMessageContaining("Order::with is no static method and takes more than");
        MethodReference.Of2<String, Boolean, Order> made = Order::new;
        assertThatThrownBy(made::methodName).hasMessageContaining("is neither a static method nor an accessor");
        assertThatThrownBy(() -> name(order -> order.customer() + "!")).hasMessageContaining("a lambda in");
    }

    @Test
    void functionsAndKeysOfUpToSixArgumentsAreReferredTo() {
        List<Function<TaskBuilder, TaskBuilder>> functions = List.of(
                task -> task.function(MethodReferenceTest::of1).groupBy(MethodReferenceTest::of1),
                task -> task.function(MethodReferenceTest::of2).groupBy(MethodReferenceTest::of2),
                task -> task.function(MethodReferenceTest::of3).groupBy(MethodReferenceTest::of3),
                task -> task.function(MethodReferenceTest::of4).groupBy(MethodReferenceTest::of4),
                task -> task.function(MethodReferenceTest::of5).groupBy(MethodReferenceTest::of5),
                task -> task.function(MethodReferenceTest::of6).groupBy(MethodReferenceTest::of6));
        JobBuilder builder = Job.named("refers").input("in", Call.to("lines"));
        for (int i = 1; i <= functions.size(); i++) {
            builder.task("both" + i, functions.get(i - 1)::apply).path("in", "both" + i);
        }
        Job job = builder.function("plain1", MethodReferenceTest::of1)
                .function("plain2", MethodReferenceTest::of2)
                .function("plain3", MethodReferenceTest::of3)
                .function("plain4", MethodReferenceTest::of4)
                .function("plain5", MethodReferenceTest::of5)
                .function("plain6", MethodReferenceTest::of6)
                .path("in", "plain1", "plain2", "plain3", "plain4", "plain5", "plain6")
                .build();

        for (int i = 1; i <= functions.size(); i++) {
            Call method = Call.to(SELF + "::of" + i);
            assertThat(job.entry("both" + i).function()).isEqualTo(method);
            assertThat(job.entry("both" + i).grouping()).isEqualTo(Grouping.by(method));
            assertThat(job.entry("plain" + i).function()).isEqualTo(method);
        }
    }

    @Test
    void soAreLifecyclesAndPredicates() {
        Job job = Job.named("refers")
                .input("in", Call.to("lines"))
                .output("out", Call.to("stdout"))
                .path("in", "out")
                .lifecycle(null, MethodReferenceTest::made)
                .lifecycle("in", MethodReferenceTest::of1)
                .lifecycle("in", MethodReferenceTest::of2)
                .lifecycle("in", MethodReferenceTest::of3)
                .lifecycle("in", MethodReferenceTest::of4)
                .lifecycle("in", MethodReferenceTest::of5)
                .lifecycle("in", MethodReferenceTest::of6)
                .when("in", MethodReferenceTest::of1, "out")
                .when("in", MethodReferenceTest::of2, "out")
                .when("in", MethodReferenceTest::of3, "out")
                .when("in", MethodReferenceTest::of4, "out")
                .when("in", MethodReferenceTest::of5, "out")
                .when("in", MethodReferenceTest::of6, "out")
                .build();

        for (int i = 1; i <= 6; i++) {
            Call method = Call.to(SELF + "::of" + i);
            assertThat(job.lifecycles().get(i).factory()).isEqualTo(method);
            assertThat(job.flowConditions().get(i - 1).when()).isEqualTo(new Condition.Test(method));
        }
        assertThat(job.lifecycles().get(0)).isEqualTo(new LifecycleEntry(null, Call.to(SELF + "::made")));
    }

    @Test
    void flowConditionIsOneCallAndTasksArePlainTexts() {
        Call least = Call.to(MethodReferenceTest::of2).with("least", 3);
        Condition both = Condition.and(Condition.test(least), Condition.test(Order::isPaid));
        Job job = Job.named("conditions")
                .input("in", Call.to("lines"))
                .task(
                        "work",
                        task -> task.function(MethodReferenceTest::of1).onError(ErrorPolicy.deadLettersTo("letters")))
                .output("out", Call.to("stdout"))
                .output("letters", Call.to("stdout"))
                .path("in", "work", "out")
                .path("work", "letters")
                .when("all", MethodReferenceTest::of3, "none")
                .when("work", Order::isPaid, "out", "letters")
                .when("work", least, "out")
                .when("work", both, "out")
                .when(FlowCondition.of("work", both, "letters").onException(Order::customer))
                .when(FlowCondition.retry("work", both))
                .build();

        TaskName work = TaskName.of("work");
        Targets out = Targets.of(List.of(TaskName.of("out")));
        Targets letters = Targets.of(List.of(TaskName.of("letters")));
        Condition paid = new Condition.Test(Call.to(SELF + "$Order::isPaid"));
        assertThat(job.flowConditions())
                .containsExactly(
                        FlowCondition.of(null, Targets.NONE, new Condition.Test(Call.to(SELF + "::of3")))
                                .shortCircuited(),
                        FlowCondition.of(work, Targets.of(List.of(TaskName.of("out"), TaskName.of("letters"))), paid),
                        FlowCondition.of(work, out, new Condition.Test(least)),
                        FlowCondition.of(work, out, both),
                        FlowCondition.of(work, letters, both).onException(Call.to(SELF + "$Order::customer")),
                        FlowCondition.retrying(work, both));
        assertThat(Objects.requireNonNull(job.entry("work").errors().deadLetters())
                        .text())
                .isEqualTo("letters");
    }
}
