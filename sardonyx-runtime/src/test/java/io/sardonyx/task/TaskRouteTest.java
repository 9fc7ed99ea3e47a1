package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.function.Results;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.task.KeyedRoute.KeyGrouping;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskRouteTest {

    private static final TaskName TO = TaskName.of("to");
    private static final KeyGroups GROUPS = Codecs.builder().build().keyGroups();

    private final AckValues ackValues = new AckValues(1);
    private final List<Pipe<Batch>> pipes = List.of(new Pipe<>(), new Pipe<>(), new Pipe<>());
    private final OutputBuffer[] buffers = pipes.stream()
            .map(pipe -> new OutputBuffer(TO, Pipe.sender(pipe), ackValues, 1, 1))
            .toArray(OutputBuffer[]::new);

    @BeforeEach
    void begin() {
        ackValues.begin(1, null);
    }

    private static KeyGrouping keyedBy(Throwable thrownForZero) {
        return new KeyGrouping(
                segment -> {
                    if (segment.equals(0L)) {
                        throw thrownForZero;
                    }
                    return segment;
                },
                GROUPS,
                new CallProgress(),
                null);
    }

    @Test
    void shuffledSegmentsGoRoundAndAvoidWhoHasNoRoom() throws UnsendableSegment {
        var edge = new ShuffledRoute(TO, buffers);
        for (int i = 0; i < 6; i++) {
            edge.route("s" + i);
        }
        assertThat(pipes).allSatisfy(pipe -> assertThat(pipe.taken).hasSize(2));

        pipes.get(1).room = 0;
        for (int i = 0; i < 7; i++) {
            edge.route("t" + i);
        }
        assertThat(buffers[1].isClear()).isFalse();
        assertThat(pipes.get(0).taken.size() + pipes.get(2).taken.size()).isEqualTo(10);
    }

    @Test
    void whereNobodyHasRoomASegmentWaitsAllTheSame() throws Exception {
        pipes.forEach(pipe -> pipe.room = 0);
        var edge = new ShuffledRoute(TO, buffers);
        for (int i = 0; i < 6; i++) {
            edge.route(new Object[] {"s"}, 0, 1, Pipe.UNASKED);
        }
        pipes.forEach(pipe -> pipe.room = 9);
        for (OutputBuffer buffer : buffers) {
            buffer.send();
        }
        assertThat(pipes.stream().mapToInt(pipe -> pipe.taken.size()).sum()).isEqualTo(6);
    }

    @Test
    void theSameKeyGoesTheSameWay() throws UnsendableSegment {
        var edge = new KeyedRoute(TO, keyedBy(new Exception()), buffers, buffers);
        for (int i = 0; i < 3; i++) {
            for (long key = 1; key < 50; key++) {
                edge.route(key);
            }
        }
        Map<Object, Integer> where = new HashMap<>();
        for (int i = 0; i < pipes.size(); i++) {
            for (Batch batch : pipes.get(i).taken) {
                assertThat(where.putIfAbsent(batch.segments()[0], i)).isIn(null, i);
            }
        }
        assertThat(where).hasSize(49);
        assertThat(where.values()).contains(0, 1, 2);
    }

    @Test
    void aSlotThatNobodyHoldsIsServedByTheNextOne() throws UnsendableSegment {
        var edge = new KeyedRoute(
                TO, keyedBy(new Exception()), buffers, new OutputBuffer[] {buffers[0], buffers[2], buffers[2]});
        for (long key = 1; key < 50; key++) {
            edge.route(key);
        }
        assertThat(pipes.get(1).taken).isEmpty();
        assertThat(pipes.get(2).taken.size()).isGreaterThan(pipes.get(0).taken.size());
    }

    @Test
    void aSegmentWithoutAKeyIsNamedAndTheOthersGo() throws Exception {
        for (Throwable thrown : List.of(new Exception("no"), new StackOverflowError("deep"))) {
            var edge = new KeyedRoute(TO, keyedBy(thrown), buffers, buffers);
            var why = new ArrayList<Exception>();
            assertThat(edge.route(new Object[] {1L, 2L, 0L, 3L}, 0, 4, (segment, reason) -> why.add(reason)))
                    .isEqualTo(3);
            assertThat(why)
                    .singleElement()
                    .satisfies(reason -> assertThat(reason)
                            .isInstanceOf(UnsendableSegment.class)
                            .hasMessageContaining("task to")
                            .hasMessageContaining(String.valueOf(thrown.getMessage())));
            assertThatThrownBy(() -> edge.route(0L)).isInstanceOf(UnsendableSegment.class);
        }
        assertThat(pipes.stream().mapToInt(pipe -> pipe.taken.size()).sum()).isEqualTo(6);
    }

    @Test
    void manyAtOnceGoWhereEachWouldGoAloneAndInTheSameOrder() throws Exception {
        var edge = new KeyedRoute(TO, keyedBy(new Exception()), buffers, buffers);
        Object[] many =
                LongStream.range(0, 3_000).mapToObj(i -> i % 7 == 0 ? 0L : i).toArray();
        int taken =
                edge.route(many, 5, 2_999, (segment, why) -> assertThat(segment).isEqualTo(0L));

        List<List<Object>> together = pipes.stream().map(TaskRouteTest::taken).toList();
        pipes.forEach(pipe -> pipe.taken.clear());
        for (Object segment : Arrays.asList(many).subList(5, 2_999)) {
            if (!segment.equals(0L)) {
                edge.route(segment);
            }
        }
        assertThat(together).isEqualTo(pipes.stream().map(TaskRouteTest::taken).toList());
        assertThat(together.stream().mapToInt(List::size).sum()).isEqualTo(taken);
    }

    @Test
    void ofManyThatBecomeBytesTheOneThatCannotIsRefusedAlone() throws Exception {
        OutputBuffer[] far = pipes.stream()
                .map(pipe -> new OutputBuffer(TO, encoding(pipe), ackValues, 100, 100))
                .toArray(OutputBuffer[]::new);
        var edge = new KeyedRoute(TO, new KeyGrouping(String::valueOf, GROUPS, new CallProgress(), null), far, far);
        Object stranger = Locale.ROOT;
        Object[] many = LongStream.range(0, 2_000)
                .mapToObj(i -> i % 10 == 3 ? stranger : "s" + i)
                .toArray();
        var refused = new ArrayList<Object>();
        int taken = edge.route(many, 0, many.length, (segment, why) -> {
            assertThat(why).hasMessageContaining("cannot travel to task to");
            refused.add(segment);
        });
        for (OutputBuffer buffer : far) {
            buffer.flush();
        }

        assertThat(refused).hasSize(200).containsOnly(stranger);
        assertThat(taken).isEqualTo(1_800);
        assertThat(pipes.stream()
                        .flatMap(pipe -> pipe.taken.stream())
                        .mapToInt(Batch::size)
                        .sum())
                .isEqualTo(1_800);
    }

    private static ChannelSender<Batch> encoding(Pipe<Batch> pipe) {
        return new ChannelSender<Batch>() {
            @Override
            public Batch blank(int capacity, int usual, int runs) {
                return Batch.encoding(capacity, runs, Codecs.builder().build().output());
            }

            @Override
            public boolean offer(Batch batch) {
                return pipe.offer(batch);
            }

            @Override
            public void close() {}
        };
    }

    private static List<Object> taken(Pipe<Batch> pipe) {
        return pipe.taken.stream().map(batch -> batch.segments()[0]).toList();
    }

    private Router router(FailureHandler failures, AckBuffer acks, TaskRoute... routes) {
        var router = new Router(0, null, ackValues, failures, new CallProgress());
        router.follow(List.of(routes), acks);
        return router;
    }

    private static Results results(Object... segments) {
        var results = new Results();
        for (Object segment : segments) {
            results.add(segment);
        }
        return results;
    }

    @Test
    void theOthersOfARunGoOnWithoutTheOneThatWasRefused() throws Exception {
        FailureHandler failures = FailureHandlerTest.failures(ErrorPolicy.SKIP);
        Router router = router(
                failures,
                new AckBuffer(List.of(new Pipe<>())),
                new KeyedRoute(TO, keyedBy(new Exception()), buffers, buffers));
        router.give(results(0L, 1L, 0L, 2L, 0L), 0, 5);

        assertThat(failures.skipped()).isEqualTo(3);
        assertThat(router.emitted()).isEqualTo(2);
        assertThat(pipes.stream().mapToInt(pipe -> pipe.taken.size()).sum()).isEqualTo(2);
    }

    @Test
    void aRouterGivesEverythingToEveryTaskBehindAndAcksTheXorOfItsValues() throws Exception {
        var acked = new Pipe<Acks>();
        Router router = router(
                FailureHandlerTest.failures(ErrorPolicy.KILL),
                new AckBuffer(List.of(acked)),
                new ShuffledRoute(TO, new OutputBuffer[] {buffers[0]}),
                new ShuffledRoute(TaskName.of("too"), new OutputBuffer[] {buffers[1]}));
        router.give(results("a", "b"), 0, 2);
        router.emitTo(TaskName.of("too"), "letter");
        router.ack(42);
        router.send();

        long xor = pipes.stream()
                .flatMap(pipe -> pipe.taken.stream())
                .mapToLong(batch -> batch.value(0))
                .reduce(0, (a, b) -> a ^ b);
        assertThat(acked.taken).hasSize(1);
        assertThat(acked.taken.get(0).value(0)).isEqualTo(42 ^ xor);
        assertThat(xor).isNotZero();
        assertThat(pipes.get(0).taken).hasSize(2);
        assertThat(pipes.get(1).taken).hasSize(3);
        assertThat(router.emitted()).isEqualTo(5);
    }
}
