package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutputBufferTest {

    private static final TaskName TO = TaskName.of("to");

    private final Pipe<Batch> pipe = new Pipe<>();
    private final AckValues ackValues = new AckValues(42);

    private static List<Object> segments(List<Batch> batches) {
        var all = new ArrayList<Object>();
        batches.forEach(batch -> all.addAll(Arrays.asList(batch.segments()).subList(0, batch.size())));
        return all;
    }

    private static Map<Long, Long> xors(List<Batch> batches) {
        var xors = new HashMap<Long, Long>();
        for (Batch batch : batches) {
            for (int run = 0; run < batch.runs(); run++) {
                xors.merge(batch.root(run), batch.value(run), (a, b) -> a ^ b);
            }
        }
        return xors;
    }

    @Test
    void aFullBatchGoesAtOnceAndARunMayEndInTheNext() throws Exception {
        var buffer = new OutputBuffer(TO, Pipe.sender(pipe), ackValues, 2, 2);
        ackValues.begin(7, null);
        buffer.add(new Object[] {"x", "a", "b", "c"}, 1, 4, Pipe.UNASKED);

        assertThat(segments(pipe.taken)).containsExactly("a", "b");
        buffer.endRun();
        assertThat(buffer.flush()).isTrue();
        assertThat(segments(pipe.taken)).containsExactly("a", "b", "c");
        assertThat(xors(pipe.taken)).isEqualTo(Map.of(7L, ackValues.given()));
    }

    @Test
    void severalRootsShareABatchInRunsOfTheirOwn() throws Exception {
        var buffer = new OutputBuffer(TO, Pipe.sender(pipe), ackValues, 10, 10);
        ackValues.begin(1, null);
        buffer.add("a");
        buffer.endRun();
        ackValues.begin(2, null);
        buffer.endRun();
        buffer.add("b");
        buffer.add("c");
        buffer.endRun();
        buffer.flush();

        assertThat(pipe.taken).singleElement().satisfies(batch -> {
            assertThat(batch.runs()).isEqualTo(2);
            assertThat(batch.root(0)).isEqualTo(1);
            assertThat(batch.end(0)).isEqualTo(1);
            assertThat(batch.root(1)).isEqualTo(2);
            assertThat(batch.end(1)).isEqualTo(3);
        });
    }

    @Test
    void nothingIsFlushedWhereNothingIsOpen() {
        assertThat(new OutputBuffer(TO, Pipe.sender(pipe), ackValues, 2, 2).flush())
                .isFalse();
        assertThat(pipe.taken).isEmpty();
    }

    @Test
    void whatHasNoRoomWaitsInItsOrder() throws Exception {
        var buffer = new OutputBuffer(TO, Pipe.sender(pipe), ackValues, 1, 1);
        pipe.room = 1;
        ackValues.begin(1, null);
        buffer.add(new Object[] {"a", "b", "c"}, 0, 3, Pipe.UNASKED);

        assertThat(buffer.isClear()).isFalse();
        assertThat(buffer.send()).isFalse();
        pipe.room = 1;
        assertThat(buffer.send()).isTrue();
        buffer.add("d");
        pipe.room = 9;
        assertThat(buffer.send()).isTrue();
        assertThat(buffer.isClear()).isTrue();
        assertThat(segments(pipe.taken)).containsExactly("a", "b", "c", "d");
    }

    @Test
    void whateverIsFlushedAndPushedBackNothingIsLostAndTheXorIsRight() throws Exception {
        for (long seed = 0; seed < 300; seed++) {
            var random = new SplittableRandom(seed);
            var any = new Pipe<Batch>();
            var buffer =
                    new OutputBuffer(TO, Pipe.sender(any), ackValues, 1 + random.nextInt(6), 1 + random.nextInt(6));
            var given = new HashMap<Long, Long>();
            var sent = new ArrayList<Object>();
            for (long root = 1; root < 20; root++) {
                ackValues.begin(root, null);
                int pieces = random.nextInt(5);
                for (int piece = 0; piece < pieces; piece++) {
                    any.room = random.nextInt(4);
                    int size = random.nextInt(9);
                    var some = new Object[size];
                    for (int i = 0; i < size; i++) {
                        some[i] = root * 1_000 + piece * 10L + i;
                        sent.add(some[i]);
                    }
                    buffer.add(some, 0, size, Pipe.UNASKED);
                    if (random.nextBoolean()) {
                        buffer.send();
                    }
                    if (random.nextBoolean()) {
                        buffer.flush();
                    }
                }
                buffer.endRun();
                if (ackValues.given() != 0) {
                    given.put(root, ackValues.given());
                }
            }
            any.room = Integer.MAX_VALUE;
            buffer.send();
            buffer.flush();
            assertThat(segments(any.taken)).as("seed %s", seed).isEqualTo(sent);
            assertThat(xors(any.taken)).as("seed %s", seed).isEqualTo(given);
        }
    }

    /** As for another process, where more travels together than a function gets at once. */
    private static ChannelSender<Batch> roomy(Pipe<Batch> pipe) {
        return new ChannelSender<Batch>() {
            @Override
            public Batch blank(int capacity, int usual, int runs) {
                return new Batch(8 * capacity, runs);
            }

            @Override
            public boolean offer(Batch batch) {
                return pipe.offer(batch);
            }

            @Override
            public void close() {
                pipe.close();
            }
        };
    }

    @Test
    void noRunIsLongerThanABatchHoweverMuchTravelsTogether() throws Exception {
        var buffer = new OutputBuffer(TO, roomy(pipe), ackValues, 3, 3);
        ackValues.begin(7, null);
        buffer.add(new Object[] {0, 1, 2, 3, 4, 5, 6}, 0, 7, Pipe.UNASKED);
        for (int i = 7; i < 15; i++) {
            buffer.add(i);
        }
        buffer.endRun();
        buffer.flush();

        assertThat(pipe.taken).singleElement().satisfies(batch -> {
            assertThat(batch.size()).isEqualTo(15);
            for (int run = 0, start = 0; run < batch.runs(); start = batch.end(run++)) {
                assertThat(batch.end(run) - start).as("run %s", run).isBetween(1, 3);
            }
        });
        assertThat(segments(pipe.taken))
                .isEqualTo(IntStream.range(0, 15).boxed().toList());
        assertThat(xors(pipe.taken)).isEqualTo(Map.of(7L, ackValues.given()));
    }

    @Test
    void theRootsOfWhatWillNotBeSentAreTold() throws Exception {
        var buffer = new OutputBuffer(TO, Pipe.sender(pipe), ackValues, 2, 2);
        pipe.room = 1;
        for (long root = 1; root <= 4; root++) {
            ackValues.begin(root, null);
            buffer.add("a");
            buffer.add("b");
            buffer.endRun();
        }
        ackValues.begin(5, null);
        buffer.add("c");
        buffer.endRun();
        var lost = new ArrayList<Long>();
        buffer.held(lost::add);

        assertThat(pipe.taken).hasSize(1);
        assertThat(lost).containsExactly(2L, 3L, 4L, 5L);
    }
}
