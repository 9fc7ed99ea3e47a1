package io.sardonyx.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.state.Aggregate;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is said of state before a job runs. Public, since jobs name methods. */
public class StateCheckTest {

    /** The longest text; its constructor is public. */
    public static final class Longest implements Aggregate<String, String, Integer> {

        @Override
        public String zero() {
            return "";
        }

        @Override
        public String add(String before, String value) {
            return before.length() < value.length() ? value : before;
        }

        @Override
        public String merge(String one, String other) {
            return add(one, other);
        }

        @Override
        public Integer result(String accumulator) {
            return accumulator.length();
        }
    }

    public static long key(long number) {
        return number % 10;
    }

    /** Equal to no copy of itself, for its second component is not. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Fingerprint(String name, byte[] bytes) {}

    /** Equal to another one that has the same bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Digest(byte[] bytes) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Digest that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** Something with keys in it, by which segments are grouped. */
    public record Printed(Fingerprint print, Digest digest, List<byte[]> parts, Object any) {}

    /** A kind of key of which one contains an array. */
    public sealed interface Key permits Name, Prints {}

    public record Name(String text) implements Key {}

    public record Prints(Map<String, List<Fingerprint>> prints) implements Key {}

    public static Fingerprint fingerprint(long number) {
        return new Fingerprint("", bytes(number));
    }

    public static Digest digest(long number) {
        return new Digest(bytes(number));
    }

    public static List<? extends Optional<int[]>> arrays(long number) {
        return List.of(Optional.of(new int[] {(int) number}));
    }

    public static Key sealed(long number) {
        return new Name("" + number);
    }

    public static Object anything(long number) {
        return number;
    }

    public static void printed(Printed segment, @State("count") LongTotal count) {
        count.add(1);
    }

    public static Printed print(long number) {
        return new Printed(fingerprint(number), digest(number), List.of(), number);
    }

    public static void entries(long number, @State("seen") Entries<Fingerprint, Long> seen) {
        seen.put(fingerprint(number), number);
    }

    public static byte[] bytes(long number) {
        return new byte[] {(byte) number};
    }

    public static void count(long number, @State("count") LongTotal count) {
        count.add(number);
    }

    public static void longest(
            long number, @State(value = "longest", by = Longest.class) Total<String, Integer> longest) {
        longest.add("x".repeat((int) number));
    }

    public static void withoutAggregate(long number, @State("longest") Total<String, Integer> longest) {
        longest.add("");
    }

    public static void threads(long number, @State("threads") Value<Thread> threads) {
        threads.clear();
    }

    public static void plain(long number, @State("text") String text) {}

    public static long counted(long number, @State("count") LongTotal count) {
        count.add(number);
        return number;
    }

    public static void scaled(long number, @Param("factor") long factor, @State("count") LongTotal count) {
        count.add(number * factor);
    }

    public static void contextual(long number, TaskContext context, @State("count") LongTotal count) {
        count.add(context.slot());
    }

    public static List<Long> together(List<Long> numbers, @State("count") LongTotal count) {
        return numbers;
    }

    public static String total(long key, @State("count") LongTotal count) {
        return key + " " + count.sum();
    }

    public static String ofText(String key, @State("count") LongTotal count) {
        return key;
    }

    public static String otherwise(long key, @State("count") Items<Long> count) {
        return key + "";
    }

    public static String stateless(long key) {
        return key + "";
    }

    public static long at(long number) {
        return number;
    }

    public static Instant atOfText(String text) {
        return Instant.parse(text);
    }

    private static Call own(String method) {
        return Call.to(StateCheckTest.class.getName() + "::" + method);
    }

    private static List<String> faults(boolean checkpointed, UnaryOperator<TaskBuilder> task) {
        JobBuilder job = Job.named("job")
                .input("read", Inputs.numbers(10))
                .task("keep", task)
                .output("write", Outputs.discard())
                .path("read", "keep", "write");
        if (checkpointed) {
            job.checkpoint(Duration.ofSeconds(1));
        }
        return FunctionCheck.faults(job.build(), FunctionLoader.onClassPath()).stream()
                .map(fault -> fault.toString().replace(StateCheckTest.class.getName(), "Functions"))
                .toList();
    }

    private static List<String> faults(UnaryOperator<TaskBuilder> task) {
        return faults(true, it -> task.apply(it.groupBy(own("key"))));
    }

    @Test
    void stateOfGroupedSegmentsInAJobWithCheckpointsIsFine() {
        assertThat(faults(it -> it.function(own("count")))).isEmpty();
        assertThat(faults(it -> it.function(own("longest")))).isEmpty();
        assertThat(faults(it -> it.function(own("count")).atEnd(own("total")))).isEmpty();
        assertThat(faults(true, it -> it.function(own("count")).peers(1)))
                .as("one peer has all segments")
                .isEmpty();
    }

    @Test
    void stateNeedsCheckpointsAndGroups() {
        assertThat(faults(false, it -> it.function(own("count")).groupBy(own("key"))))
                .singleElement()
                .asString()
                .contains("task keep", "fn", "keeps state count, but the job has no checkpoints", "checkpoint: {every");
        assertThat(faults(true, it -> it.function(own("count"))))
                .singleElement()
                .asString()
                .contains("its segments are not grouped, and it may have several peers", "groupBy");
    }

    @Test
    void argumentsThatCannotBeStateAreNamed() {
        assertThat(faults(it -> it.function(own("plain"))))
                .anyMatch(fault -> fault.contains("state text of Functions::plain is a java.lang.String"));
        assertThat(faults(it -> it.function(own("withoutAggregate"))))
                .anyMatch(fault -> fault.contains("is a Total without an aggregate"));
        assertThat(faults(it -> it.function(own("threads"))))
                .anyMatch(fault -> fault.contains("keeps a java.lang.Thread in state threads"));
        assertThat(faults(true, it -> it.batchFunction(own("together")).peers(1)))
                .anyMatch(fault -> fault.contains("takes state"));
    }

    @Test
    void keysThatAreNotFoundAgainAreRefused() {
        assertThat(faults(true, it -> it.function(own("count")).groupBy(own("bytes"))))
                .anyMatch(fault -> fault.contains("keys of type byte[]"));
    }

    private static List<String> faultsOfKey(String key) {
        return faults(true, it -> it.function(own("count")).groupBy(own(key)));
    }

    @Test
    void keysThatContainAnArrayAtAnyDepthAreRefused() {
        assertThat(faultsOfKey("fingerprint"))
                .singleElement()
                .asString()
                .contains(
                        "task keep, groupBy: has keys of type Functions$Fingerprint, which contains a byte[] as"
                                + " component bytes of Functions$Fingerprint, by which no state can be found again",
                        "let the key be a text");
        assertThat(faultsOfKey("arrays")).singleElement().asString().contains("contains a int[]");
        assertThat(faultsOfKey("sealed")).singleElement().asString().contains("component bytes of Functions$Finger");
        assertThat(faultsOfKey("digest")).as("it has equals of its own").isEmpty();
        assertThat(faultsOfKey("anything")).as("is seen when keys come").isEmpty();
    }

    private static List<String> faultsOfField(String... fields) {
        Job job = Job.named("job")
                .input("read", Inputs.numbers(10))
                .function("print", own("print"))
                .task("keep", task -> task.function(own("printed")).groupBy(fields))
                .output("write", Outputs.discard())
                .path("read", "print", "keep", "write")
                .checkpoint(Duration.ofSeconds(1))
                .build();
        return FunctionCheck.faults(job, FunctionLoader.onClassPath()).stream()
                .map(fault -> fault.toString().replace(StateCheckTest.class.getName(), "Functions"))
                .toList();
    }

    @Test
    void fieldsThatContainAnArrayAreNoKeysEither() {
        assertThat(faultsOfField("print", "digest"))
                .singleElement()
                .asString()
                .contains("task keep, groupBy: groups by field print of type Functions$Fingerprint, which contains a");
        assertThat(faultsOfField("parts")).singleElement().asString().contains("contains a byte[], by which no");
        assertThat(faultsOfField("digest", "any")).isEmpty();
    }

    @Test
    void entriesAreNotKeptByWhatContainsAnArray() {
        assertThat(faults(it -> it.function(own("entries"))))
                .singleElement()
                .asString()
                .contains(
                        "task keep, fn: keeps entries in state seen by Functions$Fingerprint, which contains a byte[]");
    }

    @Test
    void whatIsGivenInTheEndFitsTheState() {
        assertThat(faults(it -> it.function(own("count")).atEnd(own("otherwise"))))
                .anyMatch(fault -> fault.contains("takes state count as a io.sardonyx.state.Items"));
        assertThat(faults(it -> it.function(own("count")).atEnd(own("ofText"))))
                .anyMatch(fault -> fault.contains("but keys are long"));
        assertThat(faults(it -> it.function(own("stateless")).atEnd(own("stateless"))))
                .anyMatch(fault -> fault.contains("but the task has none"));
        assertThat(faults(it -> it.function(own("count")).atEnd(own("count"))))
                .anyMatch(fault -> fault.contains("is to return segments, but returns void"));
    }

    @Test
    void timesToLiveAreOfStatesThatTheTaskHas() {
        assertThat(faults(it -> it.function(own("count")).ttl("count", Duration.ofHours(1))))
                .isEmpty();
        assertThat(faults(it -> it.function(own("count"))
                        .ttl("cuont", Duration.ofHours(1))
                        .ttl("other", Duration.ofHours(1))))
                .satisfiesExactly(
                        misspelt -> assertThat(misspelt)
                                .contains("task keep, state.cuont", "take only count; did you mean count?"),
                        other -> assertThat(other).contains("task keep, state.other", "@State(\"other\")"));
        assertThat(faults(it -> it.function(own("stateless")).ttl("count", Duration.ofHours(1))))
                .singleElement()
                .asString()
                .contains("task keep, state.count", "has a time to live, but the functions of the task take no state");
    }

    @Test
    void eventTimeIsATimeOfSegmentsThatComeToTheTask() {
        assertThat(faults(it -> it.function(own("count"))
                        .ttl("count", Duration.ofHours(1))
                        .eventTime(own("at"))))
                .isEmpty();
        assertThat(faults(it -> it.function(own("count"))
                        .ttl("count", Duration.ofHours(1))
                        .eventTime(own("stateless"))))
                .singleElement()
                .asString()
                .contains("task keep, eventTime: ", "is to return an Instant or milliseconds since 1970, but returns");
        assertThat(faults(it -> it.function(own("count"))
                        .ttl("count", Duration.ofHours(1))
                        .eventTime(own("atOfText"))))
                .singleElement()
                .asString()
                .contains("task keep, eventTime: ", "atOfText takes a java.lang.String");
    }

    @Test
    void onlyAFunctionThatAddsToTotalsIsCombined() {
        assertThat(faults(it -> it.function(own("count")).combine(true))).isEmpty();
        assertThat(faults(it -> it.function(own("longest")).combine(true))).isEmpty();
        assertThat(faults(it -> it.function(own("scaled").with("factor", 2)).combine(true)))
                .isEmpty();
        assertThat(faults(it -> it.function(own("threads")).combine(true)))
                .anySatisfy(fault -> assertThat(fault).contains("takes state that is no total"));
        assertThat(faults(it -> it.function(own("stateless")).combine(true)))
                .anySatisfy(fault -> assertThat(fault).contains("takes no state"));
        assertThat(faults(it -> it.function(own("counted")).combine(true)))
                .anySatisfy(fault -> assertThat(fault).contains("gives segments for each one"));
        assertThat(faults(it -> it.function(own("contextual")).combine(true)))
                .anySatisfy(fault -> assertThat(fault).contains("the context or a resource"));
        assertThat(faults(it -> it.function(own("scaled")).combine(true)))
                .anySatisfy(fault -> assertThat(fault).contains("the context or a resource"));
    }
}
