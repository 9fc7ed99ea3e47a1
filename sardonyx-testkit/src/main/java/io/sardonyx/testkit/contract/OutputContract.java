package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for every {@link Output}, which a plugin inherits: settled segments are durable whatever happens to
 * the instance that wrote them, and only whole segments are published.
 *
 * <p>A crash is simulated by an instance that is dropped without being closed.
 */
public abstract class OutputContract {

    /** After so many calls without progress the test fails. */
    private static final int PATIENCE = 10_000;

    private static final int MANY = 300;

    /** The plugin under test. */
    protected abstract OutputProvider provider();

    /**
     * The context to open it with. It refers to the same external system throughout one test, and to a fresh one for
     * the next.
     */
    protected abstract FakeContext context();

    /** A segment that differs from those of other numbers. */
    protected abstract Object segment(int number);

    /** All segments that a consumer of the external system can read by now, in the form of {@link #segment}. */
    protected abstract List<?> published() throws Exception;

    /** Parameters that it must refuse, each with a word that the message must contain. */
    protected abstract Map<Parameters, String> refused();

    @Test
    void jobsFindItByItsName() {
        ProviderChecks.assertFound(OutputProvider.class, provider(), provider().name());
    }

    @Test
    void itSettlesAllThatItTookAndNoMore() throws Exception {
        try (Output output = open(0, 0)) {
            assertEquals(0, output.settled());
            int taken = 0;
            for (int size : List.of(1, 7, MANY)) {
                var segments = IntStream.range(taken, taken + size)
                        .mapToObj(this::segment)
                        .toArray();
                int count = output.write(segments, 0, size);
                assertTrue(count >= 0 && count <= size, "took " + count + " of " + size);
                taken += count;
                long settled = output.settled();
                assertTrue(settled <= taken, "settled " + settled + " of " + taken);
                settle(output, taken);
            }
        }
    }

    @Test
    void whatIsSealedIsPublishedInOrder() throws Exception {
        try (Output output = open(0, 0)) {
            write(output, 0, MANY);
            settle(output, MANY);
            output.seal();
        }
        assertEquals(segments(0, MANY), published());
    }

    @Test
    void onlySegmentsOfTheGivenRangeAreTaken() throws Exception {
        try (Output output = open(0, 0)) {
            Object[] segments = segments(0, 10).toArray();
            assertEquals(0, output.write(segments, 4, 4));
            assertEquals(1, output.write(segments, 4, 5));
            settle(output, 1);
            output.seal();
        }
        assertEquals(segments(4, 5), published());
    }

    @Test
    void whatIsSettledSurvivesACrash() throws Exception {
        for (int crash = 0; crash < 5; crash++) {
            int from = crash * MANY;
            Output victim = open(crash, 0);
            write(victim, from, from + crash * 10);
            settle(victim, crash * 10L);
            write(victim, from + crash * 10, from + MANY);
        }
        try (Output successor = open(5, 0)) {
            successor.seal();
        }
        List<?> published = published();
        for (int crash = 0; crash < 5; crash++) {
            assertTrue(published.containsAll(segments(crash * MANY, crash * MANY + crash * 10)), "crash " + crash);
        }
        assertWhole(published, 5 * MANY);
    }

    @Test
    void aSuccessorWhoWritesTheRestAgainCompletesIt() throws Exception {
        Output victim = open(0, 0);
        write(victim, 0, 100);
        settle(victim, 100);
        write(victim, 100, 150);
        try (Output successor = open(1, 0)) {
            write(successor, 100, MANY);
            settle(successor, MANY - 100L);
            successor.seal();
        }
        List<?> published = published();
        assertTrue(published.containsAll(segments(0, MANY)));
        assertWhole(published, MANY);
    }

    @Test
    void sealingAgainChangesNothing() throws Exception {
        try (Output output = open(0, 0)) {
            write(output, 0, MANY);
            settle(output, MANY);
            output.seal();
            List<?> published = published();
            output.seal();
            try (Output successor = open(1, 0)) {
                successor.seal();
                successor.seal();
            }
            assertEquals(published, published());
        }
        assertEquals(segments(0, MANY), published());
    }

    @Test
    void onePeerSealsForAllOfTheTask() throws Exception {
        try (Output first = open(0, 0);
                Output second = open(1, 1)) {
            write(first, 0, 10);
            write(second, 10, 20);
            settle(first, 10);
            settle(second, 10);
            first.seal();
            assertEquals(Set.copyOf(segments(0, 20)), Set.copyOf(published()));
        }
        assertEquals(20, published().size());
    }

    @Test
    void whoeverClosesKeepsWhatIsSettled() throws Exception {
        try (Output output = open(0, 0)) {
            write(output, 0, 10);
            settle(output, 10);
            write(output, 10, 20);
        }
        try (Output successor = open(1, 0)) {
            successor.seal();
        }
        assertTrue(published().containsAll(segments(0, 10)));
        assertWhole(published(), 20);
    }

    @Test
    void badParametersAreNamed() {
        provider().check(context().parameters());
        ProviderChecks.assertRefused(refused(), provider()::check);
    }

    private Output open(int peer, int slot) throws Exception {
        return provider().open(context().by("peer-" + peer, slot));
    }

    private List<Object> segments(int from, int to) {
        return IntStream.range(from, to).mapToObj(this::segment).toList();
    }

    /** Writes segments with retries, in ranges of growing size. */
    private void write(Output output, int from, int to) throws Exception {
        Object[] segments = segments(from, to).toArray();
        int next = 0;
        for (int turn = 0; next < segments.length; turn++) {
            assertTrue(turn < PATIENCE, "it takes no more");
            int count = output.write(segments, next, Math.min(segments.length, next + 1 + turn));
            next += count;
            if (count == 0) {
                output.settled();
            }
        }
    }

    /** Polls until so many segments are settled. */
    private static void settle(Output output, long count) throws Exception {
        for (int turn = 0; turn < PATIENCE; turn++) {
            if (output.settled() == count) {
                return;
            }
        }
        throw new AssertionError("of " + count + " segments only " + output.settled() + " were ever settled");
    }

    /** Checks that nothing was published that was not written, such as half a segment. */
    private void assertWhole(List<?> published, int written) {
        var strange = new ArrayList<Object>(new LinkedHashSet<>(published));
        strange.removeAll(segments(0, written));
        assertEquals(List.of(), strange);
    }
}
