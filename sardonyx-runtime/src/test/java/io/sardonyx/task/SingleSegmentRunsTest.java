package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.function.Results;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs of one segment each that go through the write and ack phases together. */
class SingleSegmentRunsTest {

    private static final TaskName TO = TaskName.of("to");

    /** A run that was sent on. */
    private record Sent(Object segment, long value, SegmentOrigin origin) {}

    private final AckValues ackValues = new AckValues(7);
    private final Pipe<Acks> acked = new Pipe<>();
    private final AckBuffer acks = new AckBuffer(List.of(acked));
    private final List<Pipe<Batch>> pipes = List.of(new Pipe<>(), new Pipe<>());

    private OutputBuffer[] buffers(int batchSize) {
        return pipes.stream()
                .map(pipe -> new OutputBuffer(TO, Pipe.sender(pipe), ackValues, batchSize, batchSize))
                .toArray(OutputBuffer[]::new);
    }

    private static Batch runs(int count, int first) {
        var batch = new Batch(count, count);
        for (int i = 0; i < count; i++) {
            batch.add("s" + (first + i));
            batch.endRun(first + i, 1_000_000L + first + i, origin(first + i));
        }
        return batch;
    }

    private static SegmentOrigin origin(int number) {
        return new SegmentOrigin(TO, "partition", "at " + number / 10);
    }

    private Map<Long, List<Sent>> sent() {
        var sent = new HashMap<Long, List<Sent>>();
        for (Pipe<Batch> pipe : pipes) {
            for (Batch batch : pipe.taken) {
                int index = 0;
                for (int run = 0; run < batch.runs(); run++) {
                    for (; index < batch.end(run); index++) {
                        sent.computeIfAbsent(batch.root(run), root -> new ArrayList<>())
                                .add(new Sent(batch.segments()[index], batch.value(run), batch.origin(run)));
                    }
                }
                assertThat(index).isEqualTo(batch.size());
            }
        }
        return sent;
    }

    private Map<Long, Long> acks() {
        var xors = new HashMap<Long, Long>();
        for (Acks bundle : acked.taken) {
            for (int i = 0; i < bundle.size(); i++) {
                xors.merge(bundle.root(i), bundle.value(i), (a, b) -> a ^ b);
            }
        }
        return xors;
    }

    private static long xor(List<Sent> sent) {
        return sent.stream().mapToLong(Sent::value).reduce(0, (a, b) -> a ^ b);
    }

    private static TaskRoute anyRoute(SplittableRandom random, OutputBuffer[] buffers) {
        if (random.nextBoolean()) {
            return new ShuffledRoute(TO, random.nextBoolean() ? buffers : new OutputBuffer[] {buffers[0]});
        }
        var keys = new KeyedRoute.KeyGrouping(
                String::valueOf, Codecs.builder().build().keyGroups(), new CallProgress(), null);
        return new KeyedRoute(TO, keys, buffers, buffers);
    }

    /** Gives a thousand runs to a route, each with some results; how many, by root. */
    private Map<Long, Integer> play(SplittableRandom random) throws Exception {
        var router = new Router(0, null, ackValues, FailureHandlerTest.failures(ErrorPolicy.KILL), new CallProgress());
        router.follow(List.of(anyRoute(random, buffers(1 + random.nextInt(300)))), acks);
        var results = new Results();
        results.recordSources(true);
        var counts = new HashMap<Long, Integer>();
        int most = random.nextInt(4);
        int first = 0;
        while (first < 1_000) {
            int count = 1 + random.nextInt(300);
            Batch batch = runs(count, first);
            for (int i = 0; i < count; i++) {
                int copies = most == 0 ? 1 : random.nextInt(most + 1);
                counts.put((long) first + i, copies);
                for (int copy = 0; copy < copies; copy++) {
                    results.add(batch.segments()[i], i);
                }
            }
            router.giveEach(results, batch, 0, count);
            results.clear();
            first += count;
        }
        router.flush();
        router.send();
        return counts;
    }

    @Test
    void whateverComesOfEachRunIsSentUnderItsRootAndTheXorIsRight() throws Exception {
        for (long seed = 0; seed < 300; seed++) {
            Map<Long, Integer> counts = play(new SplittableRandom(seed));
            Map<Long, List<Sent>> sent = sent();
            Map<Long, Long> xors = acks();
            counts.forEach((root, copies) -> {
                List<Sent> runs = sent.getOrDefault(root, List.of());
                long taken = 1_000_000 + root;
                assertThat(runs).hasSize(copies).allSatisfy(run -> {
                    assertThat(run.segment()).isEqualTo("s" + root);
                    assertThat(run.origin()).isEqualTo(origin(Math.toIntExact(root)));
                });
                assertThat(xors.getOrDefault(root, 0L))
                        .isEqualTo(taken ^ xor(runs.stream().distinct().toList()));
                if (copies > 1) {
                    assertThat(runs).noneMatch(run -> run.value() == taken);
                }
            });
            pipes.forEach(pipe -> pipe.taken.clear());
            acked.taken.clear();
        }
    }

    @Test
    void aRunWithOneResultHandsItsValueOnAndAcksNothing() throws Exception {
        var router = new Router(0, null, ackValues, FailureHandlerTest.failures(ErrorPolicy.KILL), new CallProgress());
        router.follow(List.of(new ShuffledRoute(TO, buffers(100))), acks);
        Batch batch = runs(100, 0);
        var results = new Results();
        results.recordSources(true);
        IntStream.range(0, 100).forEach(i -> results.add("r" + i, i));
        router.giveEach(results, batch, 0, 100);
        router.send();

        assertThat(acked.taken).isEmpty();
        assertThat(router.emitted()).isEqualTo(100);
        assertThat(sent())
                .hasSize(100)
                .allSatisfy((root, runs) -> assertThat(runs)
                        .containsExactly(new Sent("r" + root, 1_000_000 + root, origin(Math.toIntExact(root)))));
    }

    @Test
    void oneThatCannotBeSentIsSkippedWithItsRootAcked() throws Exception {
        var failures = FailureHandlerTest.failures(ErrorPolicy.SKIP);
        var router = new Router(0, null, ackValues, failures, new CallProgress());
        OutputBuffer[] buffers = buffers(10);
        var keys = new KeyedRoute.KeyGrouping(
                segment -> {
                    if (segment.equals("s3")) {
                        throw new IllegalStateException("no key");
                    }
                    return segment;
                },
                Codecs.builder().build().keyGroups(),
                new CallProgress(),
                null);
        router.follow(List.of(new KeyedRoute(TO, keys, buffers, buffers)), acks);
        Batch batch = runs(5, 0);
        var results = new Results();
        results.recordSources(true);
        IntStream.range(0, 5).forEach(i -> results.add("s" + i, i));
        router.giveEach(results, batch, 0, 5);
        router.flush();
        router.send();

        assertThat(failures.skipped()).isEqualTo(1);
        assertThat(sent()).containsOnlyKeys(0L, 1L, 2L, 4L);
        assertThat(acks()).isEqualTo(Map.of(3L, 1_000_003L));
        assertThat(acked.taken.get(0).skippedRoot(0)).isEqualTo(3);
    }
}
