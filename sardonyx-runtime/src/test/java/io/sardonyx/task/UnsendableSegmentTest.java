package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.Results;
import io.sardonyx.function.StubContext;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.secret.Secrets;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Segments that cannot become bytes for a task in another process. */
class UnsendableSegmentTest {

    private static final Codecs CODECS = Codecs.builder().build();
    private static final TaskName OUT = TaskName.of("out");
    private static final SegmentOrigin ORIGIN = new SegmentOrigin(TaskName.of("in"), "0", "9");
    private static final Object LARGE = new byte[Codecs.DEFAULT_LIMIT + 1];

    record Stranger(String text) {}

    private final Pipe<Batch> pipe = new Pipe<>();
    private final AckValues ackValues = new AckValues(42);
    private final Map<Long, Long> given = new HashMap<>();

    /** As the sender to another process: segments become bytes at once. */
    private final class Away implements ChannelSender<Batch> {

        @Override
        public Batch blank(int capacity, int usual, int runs) {
            return Batch.encoding(capacity, runs, CODECS.output());
        }

        @Override
        public boolean offer(Batch batch) {
            return pipe.offer(batch);
        }

        @Override
        public void close() {
            pipe.close();
        }
    }

    private FailureHandler failures(ErrorPolicy policy) {
        Job job = Job.named("job")
                .input("in", Inputs.numbers(1))
                .with("in", task -> task.onError(policy))
                .output("out", Outputs.discard())
                .path("in", "out")
                .build();
        return new FailureHandler(
                job.entry(TaskName.of("in")),
                new Lifecycles(List.of(), new StubContext(), Secrets.none()),
                Secrets.none());
    }

    private Router router(FailureHandler failures) {
        var router = new Router(0, null, ackValues, failures, new CallProgress());
        router.follow(
                List.of(new ShuffledRoute(
                        OUT, new OutputBuffer[] {new OutputBuffer(OUT, new Away(), ackValues, 3, 3)})),
                new AckBuffer(List.of()));
        return router;
    }

    private void give(Router router, long root, Object... segments) throws Exception {
        var results = new Results();
        for (Object segment : segments) {
            results.add(segment);
        }
        ackValues.begin(root, ORIGIN);
        router.give(results, 0, results.size());
        given.put(root, router.endRun());
    }

    /** What would arrive, by root. */
    private Map<Long, List<Object>> arrived() {
        var arrived = new HashMap<Long, List<Object>>();
        for (Batch batch : pipe.taken) {
            SegmentInput in = CODECS.input().over(batch.bytes().bytes());
            int next = 0;
            for (int run = 0; run < batch.runs(); run++) {
                var segments = arrived.computeIfAbsent(batch.root(run), it -> new ArrayList<>());
                for (; next < batch.end(run); next++) {
                    segments.add(in.segment());
                }
                given.merge(batch.root(run), batch.value(run), (a, b) -> a ^ b);
            }
            assertThat(next).isEqualTo(batch.size());
            assertThat(in.hasMore()).isFalse();
        }
        return arrived;
    }

    @Test
    void killNamesTheTaskAndTheCause() {
        Router router = router(failures(ErrorPolicy.KILL));
        for (Object bad : List.of(new Stranger("s"), LARGE)) {
            assertThatThrownBy(() -> give(router, 1, "a", bad, "b"))
                    .isInstanceOf(SegmentFailure.class)
                    .hasMessageContaining("cannot travel to task out in another process")
                    .hasMessageContaining(bad == LARGE ? "1048576" : "Stranger");
        }
    }

    @Test
    void skipLeavesItOutAndTheRestArrives() throws Exception {
        FailureHandler failures = failures(ErrorPolicy.SKIP);
        Router router = router(failures);
        give(router, 1, "a", new Stranger("s"), "b", LARGE, "c");
        give(router, 2, LARGE);
        give(router, 3, new Stranger("s"), "d", "e", "f", new Stranger("t"));
        give(router, 4, "g");
        router.flush();

        assertThat(arrived())
                .isEqualTo(Map.of(1L, List.of("a", "b", "c"), 3L, List.of("d", "e", "f"), 4L, List.of("g")));
        assertThat(given)
                .as("each root is acked by what was given for it")
                .isEqualTo(Map.of(1L, 0L, 2L, 0L, 3L, 0L, 4L, 0L));
        assertThat(failures.skipped()).isEqualTo(5);
        assertThat(router.emitted()).isEqualTo(7);
    }

    @Test
    void aDeadLetterThatCannotTravelEitherHasTheTextOfItsSegment() throws Exception {
        Router router = router(failures(ErrorPolicy.deadLettersTo(OUT)));
        give(router, 1, "a", new Stranger("s"), "b");
        give(router, 2, List.of(new Stranger("t")));
        router.flush();

        Map<Long, List<Object>> arrived = arrived();
        assertThat(arrived.get(1L)).hasSize(3).startsWith("a").endsWith("b");
        assertThat((Map<?, ?>) arrived.get(1L).get(1)).satisfies(letter -> {
            assertThat(letter.get("segment")).isEqualTo("Stranger[text=s]");
            assertThat(letter.get("task")).isEqualTo("in");
            assertThat(letter.get("cause").toString()).contains("cannot travel", "Stranger");
            assertThat(letter.get("position")).isEqualTo("9");
        });
        assertThat(((Map<?, ?>) arrived.get(2L).get(0)).get("segment")).isEqualTo("[Stranger[text=t]]");
        assertThat(given).isEqualTo(Map.of(1L, 0L, 2L, 0L));
    }

    @Test
    void aDeadLetterKeepsTheSegmentThatCanTravel() throws Exception {
        Router router = router(failures(ErrorPolicy.deadLettersTo(OUT)));
        ackValues.begin(1, ORIGIN);
        router.failed(List.of(1, 2), new IllegalStateException("no"), 0);
        given.put(1L, router.endRun());
        router.flush();

        assertThat(((Map<?, ?>) arrived().get(1L).get(0)).get("segment")).isEqualTo(List.of(1, 2));
        assertThat(given).isEqualTo(Map.of(1L, 0L));
    }
}
