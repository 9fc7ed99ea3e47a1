package io.sardonyx.function.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.FunctionCheck;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.Order;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.plugin.Identified;
import io.sardonyx.plugin.Passage;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The types that tasks give and take. Public, since jobs name its methods. */
public class TypeCheckTest {

    private static final String SELF = TypeCheckTest.class.getName() + "::";

    /** A sequence that tells its elements only by what it inherits. */
    @SuppressWarnings("UnusedTypeParameter") // so that the elements are not the first argument
    public static final class Page<K, V> extends ArrayList<V> {
        private static final long serialVersionUID = 1;
    }

    /** Neither final nor an interface. */
    public static class Animal {}

    /** Some animals. */
    public static class Dog extends Animal {}

    /** Something that an animal may be. */
    public interface Trained {}

    public static String text(Object any) {
        return "";
    }

    public static Integer number(Object any) {
        return 1;
    }

    public static int primitive(Object any) {
        return 1;
    }

    public static Long wide(Object any) {
        return 1L;
    }

    public static Animal animal(Object any) {
        return new Animal();
    }

    public static Dog dog(Object any) {
        return new Dog();
    }

    public static Trained trained(Object any) {
        return new Trained() {};
    }

    public static Object object(Object any) {
        return any;
    }

    public static Map<String, Object> map(Object any) {
        return Map.of();
    }

    public static HashMap<String, Object> hashMap(Object any) {
        return new HashMap<>();
    }

    public static String[] array(Object any) {
        return new String[0];
    }

    public static List<String> texts(Object any) {
        return List.of();
    }

    public static Stream<? extends Integer> stream(Object any) {
        return Stream.of();
    }

    public static Page<String, Integer> page(Object any) {
        return new Page<>();
    }

    public static Optional<String> maybe(Object any) {
        return Optional.empty();
    }

    public static Optional<List<String>> whole(Object any) {
        return Optional.empty();
    }

    @SuppressWarnings("rawtypes")
    public static Collection raw(Object any) {
        return List.of();
    }

    public static List<Integer> batch(List<String> texts) {
        return texts.stream().map(String::length).toList();
    }

    public static void nothing(Object any) {}

    public static <T> T same(T any) {
        return any;
    }

    public static <T extends Number> List<T> numbers(Object any) {
        return List.of();
    }

    public static boolean keepText(String text) {
        return true;
    }

    public static boolean keepAll(Object any) {
        return true;
    }

    public static String takeText(String text) {
        return text;
    }

    public static String takeNumber(Integer number) {
        return "";
    }

    public static String takeInt(int number) {
        return "";
    }

    public static String takeLong(long number) {
        return "";
    }

    public static String takeBoxedLong(Long number) {
        return "";
    }

    public static String takeDog(Dog dog) {
        return "";
    }

    public static String takeTrained(Trained trained) {
        return "";
    }

    public static String takeSerializable(Serializable any) {
        return "";
    }

    public static String takeMap(Map<String, Object> map) {
        return "";
    }

    public static String takeTreeMap(TreeMap<String, Object> map) {
        return "";
    }

    public static String takeList(List<String> list) {
        return "";
    }

    public static String takeArray(Object[] array) {
        return "";
    }

    public static String takeInts(int[] array) {
        return "";
    }

    public static String takeIdentified(Identified<String> segment) {
        return "";
    }

    public static String takeOrder(Order order) {
        return "";
    }

    public static void write(String text) {}

    public static boolean isText(String text) {
        return true;
    }

    public static boolean isNumber(Integer number) {
        return true;
    }

    public static boolean isPassage(Passage passage) {
        return true;
    }

    public static boolean isBad(IllegalStateException bad) {
        return true;
    }

    public static Stream<Integer> source() {
        return Stream.of(1);
    }

    private static Call to(String method) {
        return Call.to(SELF + method);
    }

    private static JobBuilder chain(Call input, Call... functions) {
        JobBuilder job = Job.named("chain").input("in", input);
        String before = "in";
        for (int i = 0; i < functions.length; i++) {
            String task = "t" + i;
            job.function(task, functions[i]).path(before, task);
            before = task;
        }
        return job.output("out", Outputs.discard()).path(before, "out");
    }

    /** From a plugin of which nothing is known, through two functions. */
    private static JobBuilder pair(String giving, String taking) {
        return chain(Call.to("somewhere"), to(giving), to(taking));
    }

    private static List<String> faults(JobBuilder job) {
        return FunctionCheck.faults(job.build(), FunctionLoader.onClassPath()).stream()
                .map(fault -> shortened(fault.toString()))
                .toList();
    }

    private static List<String> notes(JobBuilder job) {
        return FunctionCheck.notes(job.build(), FunctionLoader.onClassPath()).stream()
                .map(TypeCheckTest::shortened)
                .toList();
    }

    private static String shortened(String text) {
        return text.replace(TypeCheckTest.class.getName(), "T");
    }

    @Test
    void whereNoValueIsOfBothTypesBothAreNamedWithTheirMethods() {
        JobBuilder job = pair("text", "takeNumber");
        assertThat(faults(job))
                .containsExactly("task t1, fn: T::takeNumber takes a java.lang.Integer, but T::text of task t0 gives a"
                        + " java.lang.String, and nothing is both; let one of them declare what the other does, or put"
                        + " a function between them");
        assertThat(notes(job)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "text, takeNumber",
        "number, takeText",
        "number, takeBoxedLong",
        "primitive, takeBoxedLong",
        "wide, takeInt",
        "animal, takeText",
        "dog, takeNumber",
        "text, takeTrained",
        "text, takeMap",
        "map, takeText",
        "hashMap, takeDog",
        "array, takeInts",
        "array, takeText",
        "texts, takeNumber",
        "texts, takeList",
        "stream, takeText",
        "page, takeText",
        "maybe, takeNumber",
        "whole, takeText",
        "batch, takeText",
        "numbers, takeText"
    })
    void disjointTypesAreAFault(String giving, String taking) {
        JobBuilder job = pair(giving, taking);
        if (giving.equals("batch")) {
            job.with("t0", task -> task.batch(true));
        }
        assertThat(faults(job)).singleElement().asString().startsWith("task t1, fn: T::" + taking + " takes a ");
    }

    @ParameterizedTest
    @CsvSource({
        "text, takeText",
        "text, takeSerializable",
        "number, takeInt",
        "number, takeLong",
        "primitive, takeLong",
        "primitive, takeNumber",
        "wide, takeLong",
        "dog, object",
        "map, takeMap",
        "hashMap, takeMap",
        "array, takeArray",
        "texts, takeText",
        "stream, takeInt",
        "page, takeNumber",
        "maybe, takeText",
        "whole, takeList",
        "nothing, takeText"
    })
    void fittingTypesAreNeitherFaultNorNote(String giving, String taking) {
        assertThat(faults(pair(giving, taking))).isEmpty();
        assertThat(notes(pair(giving, taking))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "object, takeText",
        "animal, takeDog",
        "animal, takeTrained",
        "trained, takeDog",
        "map, takeTreeMap",
        "hashMap, takeTreeMap",
        "map, takeTrained",
        "raw, takeText",
        "numbers, takeNumber"
    })
    void narrowingIsANote(String giving, String taking) {
        assertThat(faults(pair(giving, taking))).isEmpty();
        assertThat(notes(pair(giving, taking)))
                .singleElement()
                .asString()
                .startsWith("task t1, fn: T::" + taking + " takes a ")
                .contains(", but T::" + giving + " of task t0 gives a ", "; a segment that is no ");
    }

    @Test
    void batchFunctionTakesTheElementsOfItsList() {
        JobBuilder job = pair("number", "batch").with("t1", task -> task.batch(true));
        assertThat(faults(job))
                .singleElement()
                .asString()
                .startsWith(
                        "task t1, fn: T::batch takes a java.lang.String, but T::number of task t0 gives a java.lang.I");
        assertThat(faults(pair("text", "batch").with("t1", task -> task.batch(true))))
                .isEmpty();
    }

    @Test
    void typePassesThroughFiltersAndThroughWhatIsGeneric() {
        assertThat(faults(chain(Call.to("somewhere"), to("number"), to("keepAll"), to("same"), to("takeText"))))
                .containsExactly("task t3, fn: T::takeText takes a java.lang.String, but T::number of task t0 gives a"
                        + " java.lang.Integer, and nothing is both; let one of them declare what the other does, or put"
                        + " a function between them");
        assertThat(faults(chain(Call.to("somewhere"), to("object"), to("keepText"), to("takeNumber"))))
                .as("what a filter lets through is of the type that it takes")
                .singleElement()
                .asString()
                .contains("but T::keepText of task t1 gives a java.lang.String");
    }

    @Test
    void inputsAreKnownAsFarAsTheyTell() {
        assertThat(faults(chain(Inputs.lines("*.txt"), to("takeNumber"))))
                .singleElement()
                .asString()
                .contains("T::takeNumber takes a java.lang.Integer, but input lines of task in gives a java.lang.Str");
        assertThat(faults(chain(Inputs.stdin(), to("takeMap")))).hasSize(1);
        assertThat(faults(chain(Inputs.numbers(), to("takeNumber")))).hasSize(1);
        assertThat(faults(chain(Inputs.numbers(3), to("takeLong")))).isEmpty();
        assertThat(faults(chain(Inputs.csv("*.csv"), to("takeText")))).hasSize(1);
        assertThat(faults(chain(Inputs.csv("*.csv"), to("takeList")))).hasSize(1);
        assertThat(faults(chain(to("source"), to("takeText"))))
                .singleElement()
                .asString()
                .contains("but T::source of task in gives a java.lang.Integer");
        assertThat(faults(chain(Call.to("somewhere"), to("takeText")))).isEmpty();
    }

    @Test
    void whatJsonCannotBeIsAFaultAndWhatItMayBeIsNotWorthANote() {
        assertThat(faults(chain(Inputs.jsonLines("*"), to("takeOrder"))))
                .singleElement()
                .asString()
                .contains("input json-lines of task in gives a java.util.Map or a java.util.List or a java.lang.Str");
        for (String taking : List.of("takeMap", "takeTreeMap", "takeList", "takeText", "takeLong", "object")) {
            assertThat(faults(chain(Inputs.jsonLines("*"), to(taking))))
                    .as(taking)
                    .isEmpty();
            assertThat(notes(chain(Inputs.jsonLines("*"), to(taking))))
                    .as(taking)
                    .isEmpty();
        }
    }

    @Test
    void itemsOfTheJobAreOfTheirOwnTypes() {
        assertThat(faults(chain(Inputs.items(1, 2), to("takeText")))).hasSize(1);
        assertThat(faults(chain(Inputs.items(Map.of("a", 1)), to("takeMap")))).isEmpty();
        JobBuilder mixed = chain(Inputs.items(1, "a"), to("takeText"));
        assertThat(faults(mixed)).isEmpty();
        assertThat(notes(mixed))
                .containsExactly("task t0, fn: T::takeText takes a java.lang.String, but input items of task in gives a"
                        + " java.lang.Long, and nothing is both; whatever comes from there fails");
    }

    @Test
    void identityGoesAlong() {
        JobBuilder job =
                chain(Inputs.lines("*"), to("keepAll"), to("takeText")).with("in", task -> task.identify(true));
        assertThat(faults(job))
                .singleElement()
                .asString()
                .contains("but the input of task in, which identifies what it reads, gives a "
                        + Identified.class.getName());
        assertThat(faults(chain(Inputs.lines("*"), to("takeIdentified")).with("in", task -> task.identify(true))))
                .isEmpty();
        assertThat(faults(chain(Inputs.lines("*"), to("takeText")).with("in", task -> task.identify(true))))
                .as("said once")
                .singleElement()
                .asString()
                .contains("takes a java.lang.String, but task in identifies what it reads");
    }

    @Test
    void accessorsGiveAndTakeAsFunctionsDo() {
        Call customer = Call.to(Order::customer);
        Call parsed = Call.to(Order::parsed);
        assertThat(faults(chain(Inputs.lines("*"), parsed, customer, to("takeText"))))
                .isEmpty();
        assertThat(faults(chain(Inputs.lines("*"), customer)))
                .singleElement()
                .asString()
                .contains(
                        "Order::customer takes a io.sardonyx.function.Order, but input lines of task in gives a java");
    }

    @Test
    void keysAndOutputsTakeSegmentsToo() {
        assertThat(faults(pair("number", "object").with("t1", task -> task.groupBy(to("takeText")))))
                .singleElement()
                .asString()
                .startsWith("task t1, groupBy: T::takeText takes a java.lang.String, but T::number of task t0 gives");
        JobBuilder written = Job.named("written")
                .input("in", Inputs.numbers())
                .output("out", Outputs.method(TypeCheckTest::write))
                .path("in", "out");
        assertThat(faults(written))
                .singleElement()
                .asString()
                .startsWith(
                        "task out, output: T::write takes a java.lang.String, but input generator of task in gives");
    }

    @Test
    void fieldsOfKeysAreThoseOfRecordsAndMaps() {
        Call order = Call.to(Order::parsed);
        assertThat(faults(chain(Inputs.lines("*"), order, to("takeOrder"))
                        .with("t1", task -> task.groupBy("customer", "city"))))
                .containsExactly(
                        "task t1, groupBy: groups by field city, but io.sardonyx.function.Order::parsed of task"
                                + " t0 gives a io.sardonyx.function.Order, which has no such field; group by a"
                                + " function, or correct the name");
        assertThat(faults(chain(Inputs.lines("*"), to("object")).with("t0", task -> task.groupBy("city"))))
                .hasSize(1);
        for (Call input : List.of(Inputs.csv("*"), Inputs.jsonLines("*"), Call.to("somewhere"))) {
            assertThat(faults(chain(input, to("object")).with("t0", task -> task.groupBy("city"))))
                    .as("%s", input)
                    .isEmpty();
        }
    }

    @Test
    void whoGoesOnAfterAFailureIsNotRefused() {
        JobBuilder skipping = pair("text", "takeNumber").with("t1", task -> task.onError(ErrorPolicy.SKIP));
        assertThat(faults(skipping)).isEmpty();
        assertThat(notes(skipping)).singleElement().asString().endsWith("whatever comes from there fails");
        JobBuilder retrying = pair("text", "takeNumber").when(FlowCondition.retry("t1", Condition.test(to("isBad"))));
        assertThat(faults(retrying)).isEmpty();
        JobBuilder key = pair("number", "object")
                .with("t0", task -> task.onError(ErrorPolicy.SKIP))
                .with("t1", task -> task.groupBy(to("takeText")));
        assertThat(faults(key)).as("keys are computed by the sender").isEmpty();
        assertThat(notes(key)).hasSize(1);
    }

    private static JobBuilder both(String left, String right, String taking) {
        return Job.named("both")
                .input("a", Call.to("somewhere"))
                .input("b", Call.to("somewhere"))
                .function("left", to(left))
                .function("right", to(right))
                .function("work", to(taking))
                .output("out", Outputs.discard())
                .path("a", "left", "work", "out")
                .path("b", "right", "work");
    }

    @Test
    void ofSeveralSendersAllHaveToBeWrong() {
        assertThat(faults(both("text", "number", "takeText"))).isEmpty();
        assertThat(notes(both("text", "number", "takeText")))
                .singleElement()
                .asString()
                .contains(
                        "T::number of task right gives a java.lang.Integer, and nothing is both; whatever comes from");
        assertThat(faults(both("wide", "number", "takeText"))).hasSize(1);
    }

    /** split -> work and split -> other, with some condition behind split. */
    private static JobBuilder forked(String giving, String taking) {
        return Job.named("forked")
                .input("in", Call.to("somewhere"))
                .function("split", to(giving))
                .function("work", to(taking))
                .output("other", Outputs.discard())
                .output("out", Outputs.discard())
                .path("in", "split", "work", "out")
                .path("split", "other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"work", "all"})
    void onTheWayOfAFlowConditionItIsANote(String target) {
        JobBuilder job = forked("text", "takeNumber");
        job.when("split", to("isText"), target);
        assertThat(faults(job)).isEmpty();
        assertThat(notes(job)).singleElement().asString().startsWith("task work, fn: T::takeNumber takes");
        assertThat(faults(forked("text", "takeNumber"))).hasSize(1);
        JobBuilder away = forked("text", "takeNumber").when("split", to("isText"), "other");
        assertThat(faults(away)).as("nothing comes").isEmpty();
        assertThat(notes(away)).isEmpty();
    }

    @Test
    void predicatesTakeWhatCameOut() {
        assertThat(faults(forked("text", "takeText").when("split", to("isNumber"), "work")))
                .singleElement()
                .asString()
                .startsWith("flowConditions[0].when: T::isNumber takes a java.lang.Integer, but T::text of task split");
        JobBuilder second = forked("text", "takeText")
                .when("split", Condition.and(Condition.test(to("isText")), Condition.test(to("isNumber"))), "work");
        assertThat(faults(second)).as("it may never be asked").isEmpty();
        assertThat(notes(second)).singleElement().asString().startsWith("flowConditions[0].when: T::isNumber takes");
        JobBuilder shortCircuit =
                forked("text", "takeText").when("split", to("isText"), "none").when("split", to("isNumber"), "work");
        assertThat(faults(shortCircuit)).isEmpty();
        assertThat(notes(shortCircuit)).singleElement().asString().startsWith("flowConditions[1].when: T::isNumber");
        assertThat(faults(forked("text", "takeText").when("split", to("isPassage"), "work")))
                .isEmpty();
    }

    @Test
    void whatFailedIsWhatATransformMakesOfItOrATable() {
        JobBuilder transformed = forked("text", "takeText")
                .when(FlowCondition.of("split", Condition.test(to("isBad")), "work")
                        .onException(to("number")));
        assertThat(faults(transformed)).isEmpty();
        assertThat(notes(transformed))
                .containsExactly("task work, fn: T::takeText takes a java.lang.String, but T::number of"
                        + " flowConditions[0] gives a java.lang.Integer, and nothing is both; whatever comes from there"
                        + " fails");
        JobBuilder letters =
                forked("text", "takeNumber").with("split", task -> task.onError(ErrorPolicy.deadLettersTo("work")));
        assertThat(faults(letters)).isEmpty();
        assertThat(notes(letters))
                .singleElement()
                .asString()
                .contains("but task split with its dead letters gives a java.util.Map, and nothing is both");
        assertThat(notes(forked("text", "takeMap")
                        .with("split", task -> task.onError(ErrorPolicy.deadLettersTo("work")))))
                .isEmpty();
        JobBuilder about = forked("text", "takeText")
                .with("split", task -> task.function(to("takeText")))
                .when(FlowCondition.of("split", Condition.test(to("isNumber")), "other")
                        .onException(to("isPassage")));
        assertThat(notes(about)).as("of what went in nothing is known").isEmpty();
    }

    @Test
    void methodsThatCannotBeFoundAreNotComparedAndAreSaidOnce() {
        JobBuilder job = chain(Inputs.numbers(), Call.to("com.acme.Nowhere::split"), to("takeText"));
        assertThat(faults(job)).singleElement().asString().contains("there is no class com.acme.Nowhere");
        assertThat(notes(job)).isEmpty();
    }
}
