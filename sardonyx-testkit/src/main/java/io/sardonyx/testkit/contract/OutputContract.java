package io.sardonyx.testkit.contract;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.Superseded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Contract tests for every {@link Output}, which a plugin inherits: settled segments are durable whatever happens to
 * the instance that wrote them, and only whole segments are published. In a job with checkpoints an output that
 * {@link OutputProvider#isTransactional is transactional} publishes each segment once, at commit. One that
 * {@link OutputProvider#checksFence checks the fence} publishes nothing of a former holder of its partition.
 *
 * <p>A crash is simulated by an instance that is dropped without being closed, and, by a plugin that overrides
 * {@link #killable}, by one that is stopped in the middle of a call.
 */
public abstract class OutputContract {

    /** After so many calls without progress the test fails. */
    private static final int PATIENCE = 10_000;

    private static final int MANY = 300;

    /**
     * Thrown in place of SIGKILL by what a plugin calls, so that this step and all behind it have no effect. An error,
     * so that no plugin handles it as a failure.
     */
    public static final class Killed extends Error {

        private static final long serialVersionUID = 1;

        private Killed() {
            super("killed by a test");
        }

        /**
         * Kills an instance at one of its steps, which are accesses to the external system.
         *
         * <pre>{@code
         * if (killer.isNext()) { … }   // do half of the step, if that can happen
         * killer.step();               // throws Killed at the chosen step, and ever after
         * }</pre>
         */
        public static final class Killer {

            private int left;
            private boolean dead;

            /** @param steps number of steps that are done before the one at which it is killed */
            public Killer(int steps) {
                this.left = steps;
            }

            /** Whether the next step is the one at which the instance is killed. */
            public boolean isNext() {
                return left == 0 && !dead;
            }

            /** Counts a step. */
            public void step() {
                if (left == 0) {
                    dead = true;
                    throw new Killed();
                }
                left--;
            }
        }
    }

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

    /** Removes what is published, if it can, between two runs of a test that has many; what is there costs time. */
    protected void clear() throws Exception {}

    /**
     * The plugin with instances that {@link Killed.Killer#step step} at each access to the external system, so that
     * they are killed at any of them; null if it has none, and then they are killed only between two calls.
     */
    protected @Nullable OutputProvider killable(Killed.Killer killer) {
        return null;
    }

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
    void whereItChecksTheFenceAFormerHolderOfAPartitionPublishesNothingMore() throws Exception {
        if (!provider().checksFence()) {
            return;
        }
        Output former = provider().open(context().holding("p-one", 1));
        write(former, 0, 10);
        settle(former, 10);
        write(former, 10, 20);
        try (Output successor = provider().open(context().holding("p-one", 2))) {
            write(successor, 20, 30);
            settle(successor, 10);
            refusing(() -> {
                write(former, 30, 40);
                settle(former, 30);
            });
            refusing(former::close);
            successor.seal();
        }
        List<?> published = published();
        assertTrue(published.containsAll(segments(0, 10)));
        assertTrue(published.containsAll(segments(20, 30)));
        assertWhole(published, 30);
        assertEquals(Set.copyOf(published).size(), published.size());
    }

    @Test
    void badParametersAreNamed() {
        provider().check(context().parameters());
        ProviderChecks.assertRefused(refused(), provider()::check);
    }

    private FakeContext checkpointed(int slot, long fence) {
        return context().by("peer-" + fence, slot).withCheckpoints(fence);
    }

    private CheckpointedWriter writer(int run) throws Exception {
        clear();
        return new CheckpointedWriter(this, context().ofJob("job-" + run), 100 * run);
    }

    @Test
    void withCheckpointsItHasTheBundlesThatItsProviderPromises() throws Exception {
        try (Output output = provider().open(checkpointed(0, 1))) {
            write(output, 0, 10);
            Optional<String> bundle = output.prepare(1);
            assertEquals(provider().isTransactional(), bundle.isPresent());
            settle(output, 10);
            assertTrue(!provider().isTransactional() || published().isEmpty(), "published before commit");
            if (bundle.isPresent()) {
                output.commit(bundle.get());
                output.commit(bundle.get());
                assertEquals(segments(0, 10), published());
                assertEquals(Optional.empty(), output.prepare(2));
                output.abort(bundle.get());
            }
            output.seal();
        }
        assertEquals(segments(0, 10), published());
    }

    @Test
    void withCheckpointsEachSegmentIsPublishedOnceWhereverItIsKilledBetweenCalls() throws Exception {
        if (!provider().isTransactional()) {
            return;
        }
        int run = 0;
        for (CheckpointedWriter.End first : CheckpointedWriter.End.values()) {
            for (CheckpointedWriter.End second : CheckpointedWriter.End.values()) {
                for (int checkpoints = 1; checkpoints <= 2; checkpoints++) {
                    CheckpointedWriter writer = writer(run++);
                    writer.live(provider(), checkpoints, first);
                    writer.assertNothingElse();
                    writer.live(provider(), 4 - checkpoints, second);
                    writer.assertNothingElse();
                    writer.live(provider(), 2, CheckpointedWriter.End.COMMITTED);
                    writer.seal(provider());
                    writer.seal(provider());
                }
            }
        }
    }

    @Test
    void withCheckpointsEachSegmentIsPublishedOnceWhereverItIsKilledWithinACall() throws Exception {
        int killed = 0;
        boolean more = provider().isTransactional() && killable(new Killed.Killer(0)) != null;
        while (more) {
            assertTrue(killed < PATIENCE, "it never gets anywhere");
            CheckpointedWriter writer = writer(killed);
            more = isKilled(writer, killed, 6);
            writer.assertNothingElse();
            isKilled(writer, killed % 7, 1); // its successor, while it recovers
            writer.assertNothingElse();
            writer.live(provider(), 3, CheckpointedWriter.End.COMMITTED);
            writer.seal(provider());
            killed++;
        }
    }

    /** Lets an instance live that is killed after some steps; whether it came to that. */
    private boolean isKilled(CheckpointedWriter writer, int steps, int checkpoints) throws Exception {
        try {
            writer.live(
                    requireNonNull(killable(new Killed.Killer(steps))), checkpoints, CheckpointedWriter.End.COMMITTED);
            return false;
        } catch (Killed killed) {
            return true;
        }
    }

    @Test
    void withCheckpointsWhatWasAbortedIsNeverPublished() throws Exception {
        if (!provider().isTransactional()) {
            return;
        }
        try (Output output = provider().open(checkpointed(0, 1))) {
            write(output, 0, 10);
            String bundle = output.prepare(1).orElseThrow();
            output.abort(bundle);
            output.abort(bundle);
            output.commit(bundle);
            assertEquals(List.of(), published());
            write(output, 10, 20);
            output.commit(output.prepare(2).orElseThrow());
            assertEquals(segments(10, 20), published());
        }
        try (Output successor = provider().open(checkpointed(0, 2))) {
            successor.seal();
        }
        assertEquals(segments(10, 20), published());
    }

    @Test
    void withCheckpointsAnInstanceOfThePastPublishesNothing() throws Exception {
        if (!provider().isTransactional()) {
            return;
        }
        Output past = provider().open(checkpointed(0, 1));
        write(past, 0, 10);
        String orphan = past.prepare(1).orElseThrow();
        write(past, 10, 20);
        try (Output successor = provider().open(checkpointed(0, 2))) {
            write(successor, 20, 30);
            String bundle = successor.prepare(1).orElseThrow();
            refusing(() -> past.commit(orphan));
            assertEquals(List.of(), published());
            successor.commit(bundle);
            refusing(() -> past.commit(orphan));
            refusing(() -> past.prepare(2).ifPresent(late -> assertTrue(!late.isEmpty())));
            refusing(past::close);
            assertEquals(Set.copyOf(segments(20, 30)), Set.copyOf(published()));
            write(successor, 30, 40);
            successor.commit(successor.prepare(2).orElseThrow());
            successor.seal();
        }
        assertEquals(segments(20, 40), published());
    }

    /** A call that an instance of the past may refuse. */
    private static void refusing(Executable call) throws Exception {
        try {
            call.execute();
        } catch (Superseded expected) {
            assertTrue(expected.getMessage() != null);
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void withCheckpointsTwoPeersMayCommitTheSameAtATime() throws Exception {
        int rounds = provider().isTransactional() ? 10 : 0;
        for (int round = 0; round < rounds; round++) {
            CheckpointedWriter writer =
                    new CheckpointedWriter(this, context().ofJob("job-" + round).by("peer", 1), 100 * round);
            writer.live(provider(), 2, CheckpointedWriter.End.COMPLETE);
            FakeContext lowest = context().ofJob("job-" + round).by("other", 0).withCheckpoints(2);
            String bundle = requireNonNull(writer.bundle());
            try (Output other = provider().open(lowest)) {
                var failure = new AtomicReference<@Nullable Throwable>();
                var thread = new Thread(() -> {
                    try {
                        other.commit(bundle);
                    } catch (Throwable thrown) {
                        failure.set(thrown);
                    }
                });
                thread.start();
                writer.live(provider(), 3, CheckpointedWriter.End.COMMITTED);
                thread.join();
                assertEquals(null, failure.get());
                writer.assertPublished();
            }
            writer.seal(provider());
        }
    }

    private Output open(int peer, int slot) throws Exception {
        return provider().open(context().by("peer-" + peer, slot));
    }

    final List<Object> segments(int from, int to) {
        return IntStream.range(from, to).mapToObj(this::segment).toList();
    }

    /** Writes segments with retries, in ranges of growing size. */
    final void write(Output output, int from, int to) throws Exception {
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

    /**
     * Writer of a job with checkpoints for {@link OutputContract}, over all instances of an output in one slot: it
     * knows what the log would, and checks after every call that only complete checkpoints are published.
     */
    static final class CheckpointedWriter {

        /** Segments of a checkpoint, by its number; small ones and large ones. */
        private static final int[] SIZES = {1, 3, 0, 40, 2};

        private final OutputContract contract;
        private final FakeContext context;
        private final int from;
        private long fence;
        /* Number of segments in complete checkpoints, and the bundle of the latest one. */
        private int complete;
        private @Nullable String bundle;
        private long number;

        /** @param from number of the first segment; a hundred are kept for this writer */
        CheckpointedWriter(OutputContract contract, FakeContext context, int from) {
            this.contract = contract;
            this.context = context;
            this.from = from;
        }

        /** Where a life ends: killed between two calls of its last checkpoint, or not at all. */
        enum End {
            WRITTEN,
            PREPARED,
            COMPLETE,
            COMMITTED
        }

        /** The bundle of the latest complete checkpoint; null if it had none. */
        @Nullable
        String bundle() {
            return bundle;
        }

        /** Opens an instance at the next fence, and commits what the log names. */
        Output open(OutputProvider provider) throws Exception {
            fence++;
            Output output =
                    provider.open(context.by("peer-" + fence, context.slot()).withCheckpoints(fence));
            if (bundle != null) {
                output.commit(bundle);
            }
            assertPublished();
            return output;
        }

        /** Makes some checkpoints, of which the last one ends early. */
        void live(OutputProvider provider, int checkpoints, End end) throws Exception {
            Output output = open(provider);
            for (int i = 1; i < checkpoints; i++) {
                checkpoint(output, End.COMMITTED);
            }
            checkpoint(output, end);
        }

        /** Makes a checkpoint, or the beginning of one. */
        void checkpoint(Output output, End end) throws Exception {
            int size = SIZES[(int) (number % SIZES.length)];
            number++;
            contract.write(output, from + complete, from + complete + size);
            assertPublished();
            if (end == End.WRITTEN) {
                return;
            }
            String prepared = output.prepare(number).orElse(null);
            assertEquals(size == 0, prepared == null, "there is a bundle if anything was written");
            assertPublished();
            if (end == End.PREPARED) {
                return;
            }
            bundle = prepared;
            complete += size;
            if (end == End.COMMITTED && prepared != null) {
                output.commit(prepared);
                assertPublished();
            }
        }

        /** Seals the output, by an instance that is new; all that is complete is published then. */
        void seal(OutputProvider provider) throws Exception {
            try (Output output = open(provider)) {
                output.seal();
            }
            assertPublished();
        }

        /** Nothing but segments of complete checkpoints is visible, each once at most; some may not be committed. */
        void assertNothingElse() throws Exception {
            assertNothingElse(published());
        }

        private void assertNothingElse(List<?> published) {
            assertEquals(new HashSet<>(published).size(), published.size(), () -> "twice: " + published);
            assertTrue(
                    contract.segments(from, from + complete).containsAll(published),
                    () -> "not complete: " + published);
        }

        /** All segments of complete checkpoints are visible, each once, and nothing else. */
        void assertPublished() throws Exception {
            List<?> published = published();
            assertNothingElse(published);
            assertEquals(complete, published.size());
        }

        private List<?> published() throws Exception {
            var own = new HashSet<>(contract.segments(from, from + 100));
            return contract.published().stream().filter(own::contains).toList();
        }
    }
}
