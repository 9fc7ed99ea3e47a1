package io.sardonyx.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.call.CallProgress;
import io.sardonyx.job.Call;
import io.sardonyx.job.MethodReference;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinderTest {

    private static final String SAMPLES = Samples.class.getName();

    private final StubContext context = new StubContext();
    private final Binder binder = new Binder(FunctionLoader.onClassPath(), context);
    private final Results results = new Results();

    @BeforeEach
    void forget() {
        Samples.SEEN.clear();
    }

    private static Call call(String method) {
        return Call.to(SAMPLES + "::" + method);
    }

    private List<Object> applied(Call call, Object... segments) {
        results.clear();
        assertThat(binder.function(call).apply(segments, 0, segments.length, results, new CallProgress()))
                .as("failure: %s", results.failure())
                .isEqualTo(segments.length);
        return List.of(Arrays.copyOf(results.items(), results.size()));
    }

    /** What is kept in front of the failure at an index. */
    private List<Object> failed(int index, Call call, Object... segments) {
        results.clear();
        assertThat(binder.function(call).apply(segments, 0, segments.length, results, new CallProgress()))
                .isEqualTo(index);
        assertThat(results.failure()).isNotNull();
        return List.of(Arrays.copyOf(results.items(), results.size()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"upper", "isLong", "split", "nonEmpty"})
    void aSegmentOfAnotherTypeIsNamedWithTheOneThatIsWanted(String method) {
        Call call = method.equals("isLong") ? call(method).with("least", 1) : call(method);
        failed(1, call, "abc", Map.of("word", "b"));
        assertThat(results.failure())
                .isInstanceOf(WrongSegment.class)
                .hasMessage(SAMPLES + "::" + method + " wants a java.lang.String and got a java.util.Map");
        failed(0, call("twice"), "two");
        assertThat(results.failure()).hasMessage(SAMPLES + "::twice wants a long and got a java.lang.String");
        assertThat(applied(call("twice"), 2)).containsExactly(4L);
    }

    @Test
    void aCastThatFailsWithinTheFunctionIsItsOwn() {
        failed(0, call("cast"), "abc");
        assertThat(results.failure()).isInstanceOf(ClassCastException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"upper", "isLong", "split", "nonEmpty", "see"})
    void whoIsAskedToLeaveMakesOneMoreCallAndNoFailure(String method) {
        var progress = new CallProgress();
        progress.leave();
        Object[] segments = {"a", "b", "c"};
        Call call = method.equals("isLong") ? call(method).with("least", 1) : call(method);
        SegmentFunction function = binder.function(call);
        assertThat(function.apply(segments, 0, 3, results, progress)).isEqualTo(1);
        assertThat(function.apply(segments, 1, 3, results, progress)).isEqualTo(2);
        assertThat(results.failure()).isNull();
        progress.begin();
        assertThat(function.apply(segments, 2, 3, results, progress)).isEqualTo(3);
    }

    @Test
    void whatComesOutIsDecidedByTheDeclaredType() {
        assertThat(applied(call("upper"), "a", "b")).containsExactly("A", "B");
        assertThat(applied(call("twice"), 1L, 2L)).containsExactly(2L, 4L);
        assertThat(applied(call("isLong").with("least", 2), "a", "bb", "ccc")).containsExactly("bb", "ccc");
        assertThat(applied(call("split"), "a b", "c")).containsExactly("a", "b", "c");
        assertThat(applied(call("stream"), "a b", "c")).containsExactly("a", "b", "c");
        assertThat(applied(call("iterator"), "a b", "c")).containsExactly("a", "b", "c");
        assertThat(applied(call("iterable"), "a b", "c")).containsExactly("a", "b", "c");
        assertThat(applied(call("nonEmpty"), "a", "", "c")).containsExactly("a", "c");
        assertThat(applied(call("array"), "a b")).containsExactly(new Object[] {new String[] {"a", "b"}});
        assertThat(applied(call("same"), 7, "x")).containsExactly(7, "x");
        assertThat(applied(call("see"), "a", 2)).isEmpty();
        assertThat(Samples.SEEN).containsExactly("a", 2);
        assertThat(applied(Call.to(Samples.Face.class.getName() + "::lower"), "A"))
                .containsExactly("a");
    }

    private static Call of(String accessor) {
        return Call.to(Order.class.getName() + "::" + accessor);
    }

    @Test
    void accessorsAreCalledOnTheSegment() {
        var paid = new Order("a", 3, true);
        var open = new Order("b", 4, false);
        assertThat(applied(of("customer"), paid, open)).containsExactly("a", "b");
        assertThat(applied(of("isPaid"), paid, open)).as("a filter").containsExactly(paid);
        assertThat(applied(of("lines"), paid)).containsExactly("a", "3");
        assertThat(applied(of("day"), paid)).as("inherited").containsExactly(1);
        assertThat(applied(of("toString"), paid)).containsExactly(paid.toString());
        assertThat(applied(Call.to("java.util.Map::size"), Map.of("a", 1))).containsExactly(1);
        assertThat(applied(of("see"), paid)).isEmpty();
        assertThat(Samples.SEEN).containsExactly(paid);
        assertThat(applied(of("hashCode"), paid)).as("the static one").containsExactly(7);
        failed(1, of("customer"), paid, "no order");
        assertThat(results.failure())
                .hasMessage(Order.class.getName() + "::customer wants a " + Order.class.getName()
                        + " and got a java.lang.String");
    }

    @Test
    void accessorsArePredicatesAndTransforms() throws Throwable {
        var paid = new Order("a", 3, true);
        assertThat(binder.predicate(of("isPaid")).call(paid)).isEqualTo(true);
        assertThat(binder.predicate(of("isPaid")).subject()).isEqualTo(Order.class);
        PassageFunction message = binder.transform(Call.to("java.lang.Throwable::getMessage"));
        assertThat(message.takesException()).isTrue();
        assertThat(message.call(new IOException("no"))).isEqualTo("no");
        PassageFunction input = binder.transform(Call.to("io.sardonyx.plugin.Passage::input"));
        assertThat(input.takesPassage()).isTrue();
    }

    @Test
    void whatIsNoAccessorIsRefused() {
        refused(of("with"), "Order::with is no static method, and takes more than the segment", "make it static, with");
        refused(
                of("total"),
                "Order has several methods total: static long total(" + Order.class.getName() + ") and long total();"
                        + " a name must mean one; rename one");
        refused(of("custmer"), "no public static method or accessor custmer; it has [", "did you mean customer?");
        for (String plumbing : List.of("getClass", "notify", "wait")) {
            refused(of(plumbing), "no public static method or accessor " + plumbing);
        }
        refused(of("customer").with("of", 1), "customer takes no parameter of, it takes none");
        assertThatThrownBy(() -> binder.lifecycle(of("see"))).hasMessageContaining("see is to return");
        assertThatThrownBy(() -> binder.input(of("lines")))
                .hasMessageContaining("lines is no static method, so there is no object to call it on; make it static");
    }

    @Test
    void methodHasUpToSixArguments() {
        Call six =
                call("six").with("b", 1).with("c", 2).with("d", 3).with("e", 4).with("f", 5);
        assertThat(applied(six, "a")).containsExactly("a12345");
        assertThat(applied(
                        call("sixth")
                                .with("b", 1)
                                .with("c", 2)
                                .with("d", 3)
                                .with("e", 4)
                                .with("f", 3),
                        "a",
                        "abc"))
                .containsExactly("abc");
    }

    @Test
    void resultsOfEarlierSegmentsStayAndThoseOfTheFailedOneGo() {
        assertThat(failed(1, call("stream"), "a b", "c bad", "d")).containsExactly("a", "b");
        assertThat(results.failure()).hasMessage("a bad word");
        assertThat(failed(2, call("upper"), "a", "b", 3, "d")).containsExactly("A", "B");
        assertThat(results.failure()).isInstanceOf(ClassCastException.class);
        assertThat(failed(0, call("checked"), "word")).isEmpty();
        assertThat(results.failure()).isInstanceOf(IOException.class).hasMessage("no word");
        assertThat(failed(0, call("deep"), "a")).isEmpty();
        assertThat(results.failure()).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void nullIsNoResult() {
        assertThat(failed(1, call("nothing"), "a", "")).containsExactly("a");
        assertThat(results.failure())
                .isInstanceOf(NullResult.class)
                .hasMessage(SAMPLES + "::nothing returned null for a segment; to give nothing, let it return an"
                        + " Optional that is empty, or a List without elements");
        assertThat(failed(0, call("nulls"), "")).isEmpty();
        assertThat(results.failure()).hasMessageContaining("return an empty collection");
        assertThat(failed(0, call("nulls"), "a")).isEmpty();
        assertThat(results.failure()).hasMessageContaining("returned a null among its results; leave it out");
        assertThat(failed(0, call("noOptional"), "a")).isEmpty();
        assertThat(results.failure()).hasMessageContaining("return Optional.empty()");
    }

    @Test
    void sourcesAreRecordedWhenAsked() {
        assertThatThrownBy(results::sources).hasMessage("sources are not recorded");
        results.recordSources(true);
        applied(call("split"), "a b", "c", "d e f");
        assertThat(Arrays.copyOf(results.sources(), results.size())).containsExactly(0, 0, 1, 2, 2, 2);
        applied(call("isLong").with("least", 2), "a", "bb", "c", "dd");
        assertThat(Arrays.copyOf(results.sources(), results.size())).containsExactly(1, 3);
        results.clear();
        SegmentFunction.Identity.IDENTITY.apply(new Object[] {"a", "b", "c"}, 1, 3, results, new CallProgress());
        assertThat(Arrays.copyOf(results.items(), 3)).containsExactly("b", "c", null);
        assertThat(Arrays.copyOf(results.sources(), results.size())).containsExactly(1, 2);
    }

    @Test
    void resultsGrow() {
        var many = new Object[10_000];
        Arrays.fill(many, "a");
        results.recordSources(true);
        assertThat(applied(call("upper"), many)).hasSize(10_000).containsOnly("A");
        assertThat(results.sources()[9_999]).isEqualTo(9_999);
        Object[] taken = results.items();
        results.clear();
        assertThat(results.items()).containsOnlyNulls();
        assertThat(taken).startsWith("A", "A");
        applied(call("upper"), "a");
        results.clear();
        assertThat(results.items().length)
                .as("no longer as large as it once had to be")
                .isLessThan(1_000);
        assertThat(results.sources()).hasSameSizeAs(results.items());
    }

    @Test
    void batchFunctionGivesOneResultForEach() {
        SegmentFunction lengths = binder.batchFunction(call("lengths"));
        results.recordSources(true);
        assertThat(lengths.apply(new Object[] {"x", "a", "bbb"}, 1, 3, results, new CallProgress()))
                .isEqualTo(3);
        assertThat(Arrays.copyOf(results.items(), results.size())).containsExactly(1, 3);
        assertThat(Arrays.copyOf(results.sources(), results.size())).containsExactly(1, 2);

        assertThat(lengths.apply(new Object[] {"x", "fewer", "b"}, 1, 3, results, new CallProgress()))
                .isEqualTo(1);
        assertThat(results.size()).isEqualTo(2);
        assertThat(results.failure())
                .hasMessage(SAMPLES + "::lengths was given a list of 2 segments and returned one of 0; a batch"
                        + " function returns one result for each segment, in their order");
        assertThat(binder.batchFunction(call("seeAll"))
                        .apply(new Object[] {"a", "b"}, 0, 2, results, new CallProgress()))
                .isEqualTo(2);
        assertThat(Samples.SEEN).containsExactly(List.of("a", "b"));
    }

    @Test
    void argumentsAreParametersOrResourcesOrTheContext() {
        assertThat(applied(call("joined").with("before", "<").with("times", 2).with("more", 1), "a"))
                .containsExactly("<aa[before, more, times]");
        context.provide("words", Map.of("one", "eins"));
        assertThat(applied(call("resource"), "one", "two")).containsExactly("eins", "?");
        assertThat(applied(call("resource").with("words", Map.of("two", "zwei")), "one", "two"))
                .containsExactly("?", "zwei");
    }

    @Test
    void parametersBecomeWhatTheMethodDeclares() {
        assertThat(applied(call("numbers").with("byte", 127).with("double", 1).with("exact", 2.5), ""))
                .containsExactly("127 1.0 2.5");
        assertThat(applied(
                        call("times")
                                .with("every", "PT2S")
                                .with("since", "2026-01-31T12:00:00Z")
                                .with("unit", "DAYS"),
                        ""))
                .containsExactly("PT2S 2026-01-31T12:00:00Z DAYS");
        assertThat(applied(call("nested").with("limits", List.of(1, 2)).with("table", Map.of("a", 4)), ""))
                .containsExactly(5);
    }

    private void refused(Call call, String... parts) {
        assertThatThrownBy(() -> binder.function(call))
                .isInstanceOf(BadFunction.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void wrongParametersAreNamed() {
        refused(
                call("isLong"),
                "isLong needs least (int), which is neither a resource of the task nor among the parameters of the"
                        + " call: it has none; give it in the job, or let a lifecycle provide it");
        refused(
                call("isLong").with("leest", 1),
                "needs least (int)",
                "it has [leest]",
                "isLong takes no parameter leest, it takes [least]; did you mean least?");
        refused(call("upper").with("least", 1), "upper takes no parameter least, it takes none");
        refused(call("isLong").with("least", "x"), "parameter least of", "is \"x\", but int was expected");
        refused(call("isLong").with("least", 1L << 40), "is 1099511627776, which no int can hold");
        refused(call("numbers").with("byte", 1.5), "is 1.5, which no byte can hold");
        refused(call("times").with("every", "soon"), "is \"soon\", but a text as PT1.5S was expected");
        refused(call("times").with("unit", "YEARS"), "is \"YEARS\", but one of [NANOSECONDS, ");
        refused(call("nested").with("limits", List.of(1, "x")), "parameter limits", "is \"x\", but int was expected");
        context.provide("words", List.of());
        refused(call("resource"), "resource words of", "but java.util.Map was expected");
    }

    @Test
    void whatIsNoFunctionIsRefused() {
        refused(
                Call.to("java.awt.geom.Line2D::linesIntersect"),
                "linesIntersect takes 8 arguments, at most 7 are possible; let it take a TaskContext");
        refused(call("unknown"), "has an argument 2 of type java.lang.String that is nothing the engine knows");
        refused(call("none"), "none does not take a segment");
        refused(call("any"), "any takes any number of arguments; let it take a List instead");
        refused(call("instance"), "instance is no static method, and takes more than the segment that it would be");
        assertThatThrownBy(() -> Call.to((MethodReference.Of1<String, String>) word -> word + "!"))
                .hasMessageContaining("a lambda in")
                .hasMessageContaining("move its body into a public static method");
        refused(
                call("over"),
                "has several methods over: ",
                "static int over(java.lang.String)",
                "static int over(java.lang.Integer)",
                "a name must mean one; rename one");
        refused(call("uper"), "no public static method or accessor uper; it has [", "did you mean upper?");
        refused(Call.to(SAMPLES + "$Hidden::upper"), "Samples$Hidden is not public; make that class public");
        refused(Call.to("com.acme.Nowhere::split"), "there is no class com.acme.Nowhere");
        assertThatThrownBy(() -> binder.batchFunction(call("upper")))
                .hasMessageContaining("upper is to be a batch function, but takes java.lang.String");
    }
}
