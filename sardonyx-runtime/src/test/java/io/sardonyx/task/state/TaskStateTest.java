package io.sardonyx.task.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Rewinds;
import io.sardonyx.assignment.Routes;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.StatePart;
import io.sardonyx.function.EventTime;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.job.Job;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Blobs;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Value;
import io.sardonyx.store.Stores;
import io.sardonyx.table.CombiningTable;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import io.sardonyx.table.TaskTables;
import io.sardonyx.task.Drawer;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State of a task, turn by turn: what expires, and what is too large. */
class TaskStateTest {

    private static final Codecs CODECS = Codecs.builder().build();
    private static final TaskOrders ORDERS = new TaskOrders(new Routes(1, SortedTable.empty()), true, false);
    private static final Assignment SELF = new Assignment(PeerId.of("p"), JobId.of("job"), TaskName.of("keep"), 0);
    private static final int TTL = 1_000;
    /* That of all segments. */
    private static final Long KEY = 1L;

    private final Drawer documents = new Drawer();
    private final Mailbox mailbox = new Mailbox();
    private final StateBudget budget = StateBudget.of(1 << 20);
    private @Nullable Blobs blobs;
    private long millis = 1_000_000;

    private TaskState state(long ttl) {
        return state(ttl, null);
    }

    private TaskState state(long ttl, @Nullable EventTime eventTime) {
        return state(ttl, eventTime, segment -> KEY);
    }

    private TaskState state(long ttl, @Nullable EventTime eventTime, KeyFunction keys) {
        var tables = new StateTables(
                List.of(new StateTables.Declaration("text", StateKind.VALUE, null, ttl)),
                CODECS.keyGroups(),
                KeyType.LONG,
                object -> String.valueOf(object).length());
        var services = new TaskState.StateServices(
                CODECS, documents, () -> blobs, mailbox, () -> Instant.ofEpochMilli(millis), Job.Resuming.NONE, budget);
        var state = new TaskState(SELF, tables, keys, eventTime, services, ORDERS);
        state.connect(ORDERS, KeyGroupSet.ALL);
        state.tend(0);
        return state;
    }

    @SuppressWarnings("unchecked")
    private static Value<Object> text(TaskState state) {
        return (Value<Object>) state.handle("text");
    }

    private static void set(TaskState state, long key, String text) throws Throwable {
        state.byKey().seek(key);
        text(state).set(text);
    }

    private static long keys(TaskState state) {
        return state.figures().get(0).keys();
    }

    @Test
    void turnsRemoveWhatHasExpired() throws Throwable {
        TaskState state = state(TTL);
        set(state, 1, "a");
        millis += TTL - 1;
        state.tend(0);
        state.byKey().seek(1L);
        assertThat(text(state).get()).isEqualTo("a");
        millis++;
        state.tend(0);
        assertThat(keys(state)).as("not swept yet").isEqualTo(1);
        state.byKey().seek(1L);
        assertThat(text(state).get()).isNull();
        set(state, 2, "b");
        millis += 2 * TTL;
        for (int i = 0; i < 10; i++) {
            millis++;
            state.tend(0);
        }
        assertThat(keys(state)).as("swept").isZero();
    }

    /** A large table fetches the rows of segments that come next; what the function sees is that of its own segment. */
    @Test
    void segmentThatIsAnnouncedFindsItsOwnKey() throws Throwable {
        TaskState state = state(0, null, segment -> {
            if (segment.equals(77L)) {
                throw new IllegalStateException("77 has no key");
            }
            return segment;
        });
        int many = 50_000;
        for (long key = 0; key < many; key++) {
            set(state, key, "of " + key);
        }
        Object[] segments = LongStream.range(0, 200).boxed().toArray();
        segments[90] = (long) many;
        state.announce(segments, 0, segments.length);
        for (int at = 0; at < segments.length; at++) {
            Object segment = segments[at];
            if (segment.equals(77L)) {
                assertThatThrownBy(() -> state.seek(segment)).hasMessage("77 has no key");
            } else {
                state.seek(segment);
                assertThat(text(state).get()).isEqualTo(segment.equals((long) many) ? null : "of " + segment);
            }
            if (at == 150) { // as a function does that goes on behind a failure
                state.announce(segments, at + 1, segments.length);
            }
        }
    }

    /** Keys are given in several turns, each once, so none of them may go meanwhile. */
    @Test
    void timeStandsStillWhileKeysAreGivenInTheEnd() throws Throwable {
        TaskState state = state(TTL);
        for (long key = 0; key < 10; key++) {
            set(state, key, "a");
        }
        TaskTables.Keys keys = state.keys();
        var given = new ArrayList<>();
        while (keys.next(1, given::add)) {
            millis += TTL;
            state.tend(0);
        }
        assertThat(given).hasSize(10);
    }

    /** A key whose first state goes would be given again for its second one. */
    @Test
    void stateIsOnlyReadWhileKeysAreGivenInTheEnd() throws Throwable {
        TaskState state = state(0);
        set(state, 1, "a");
        TaskTables.Keys keys = state.keys();
        assertThat(keys.next(1, key -> assertThat(key).isEqualTo(1L))).isTrue();
        state.byKey().seek(1L);
        assertThatThrownBy(() -> text(state).clear())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("state text cannot be changed by what atEnd calls");
        state.byKey().rollBack();
        assertThat(text(state).get()).isEqualTo("a");
        connect(state, null);
        set(state, 1, "b");
        state.byKey().seek(1L);
        assertThat(text(state).get()).as("changes under another fence").isEqualTo("b");
    }

    private static void follow(TaskState state, CompletedCheckpoint latest) {
        var checkpoints = new Checkpoints(null, List.of(latest), SortedTable.empty(), null, false, Rewinds.NONE);
        state.follow(new TaskOrders(new Routes(1, SortedTable.empty()), true, false, 3, checkpoints));
    }

    /** Had it been frozen, the row would be freed under an undo log that takes it back to being removed. */
    @Test
    void markWaitsUntilThePeerHasHeardThatTheCheckpointBeforeIsComplete() throws Throwable {
        TaskState state = state(0);
        set(state, 1, "a");
        CompletedCheckpoint first = complete(1, frozen(state, 1));
        follow(state, first);
        state.byKey().seek(1L);
        text(state).clear();
        CompletedCheckpoint second = complete(2, frozen(state, 2));
        state.byKey().seek(1L);
        text(state).set("b");
        text(state).clear();
        assertThat(state.freeze(3)).as("the second checkpoint is not known").isFalse();
        follow(state, second);
        frozen(state, 3);
        connect(state, second);
        state.byKey().seek(1L);
        assertThat(text(state).get()).isNull();
        assertThat(keys(state)).isZero();
    }

    private static long time(Object segment) {
        return (Long) segment;
    }

    /** Stores what was frozen; what the checkpoint says of the state. */
    private StatePart frozen(TaskState state, long number) {
        assertThat(state.freeze(number)).isTrue();
        state.tell(new byte[0]);
        byte[] told = state.takeStored();
        for (long nanos = 0; told == null; nanos++) {
            state.tend(nanos);
            mailbox.drain(nanos);
            told = state.takeStored();
        }
        return Objects.requireNonNull(Manifest.Part.read(told).state());
    }

    private void connect(TaskState state, @Nullable CompletedCheckpoint base) {
        var checkpoints = new Checkpoints(base, List.of(), SortedTable.empty(), null, false, Rewinds.NONE);
        state.connect(new TaskOrders(new Routes(1, SortedTable.empty()), true, false, 3, checkpoints), KeyGroupSet.ALL);
        for (long nanos = 0; !state.isReady(); nanos++) {
            state.tend(nanos);
            mailbox.drain(nanos);
        }
    }

    private CompletedCheckpoint complete(long number, StatePart part) {
        var manifest = new Manifest(
                number, new TreeMap<>(), List.of(new Manifest.Part(SELF.task(), SELF.slot(), null, false, null, part)));
        String hash = Manifest.write(documents, SELF.job(), manifest)
                .toCompletableFuture()
                .join();
        return new CompletedCheckpoint(number, 1, hash, number);
    }

    @Test
    void eventTimeExpiresWhatSegmentsHaveNotWrittenForSoLong() throws Throwable {
        TaskState state = state(TTL, TaskStateTest::time);
        state.seek(10_000L);
        text(state).set("a");
        millis += 10 * TTL;
        state.seek(10_000L + TTL - 1);
        assertThat(text(state).get()).as("the time of day does not count").isEqualTo("a");
        state.seek(5L);
        assertThat(text(state).get()).as("late segments do not set time back").isEqualTo("a");
        state.seek(10_000L + TTL);
        assertThat(text(state).get()).isNull();
    }

    /** The function is not called for such a segment, so what is taken back then is nothing. */
    @Test
    void segmentWithoutTimeOrKeyTakesNothingBackOfTheOneBefore() throws Throwable {
        TaskState state = state(TTL, segment -> segment instanceof Long time ? time : Long.parseLong("no time"));
        state.seek(10_000L);
        text(state).set("a");
        assertThatThrownBy(() -> state.seek("segment")).isInstanceOf(NumberFormatException.class);
        state.rollBack();
        state.seek(10_000L);
        assertThat(text(state).get()).isEqualTo("a");
    }

    @Test
    void segmentWithoutKeyTakesNothingBackOfTheOneBeforeWhereTotalsAreCombined() throws Throwable {
        var declared = List.of(new StateTables.Declaration("sum", StateKind.LONG_TOTAL, null));
        var table = new CombiningTable(declared, CODECS.keyGroups(), object -> 0);
        var state = new CombinedState(table, segment -> {
            if (segment instanceof Long key) {
                return key;
            }
            throw new IllegalArgumentException("no key");
        });
        state.seek(KEY);
        ((LongTotal) state.handle("sum")).add(5);
        assertThatThrownBy(() -> state.seek("segment")).isInstanceOf(IllegalArgumentException.class);
        state.rollBack();
        var tables = new StateTables(declared, CODECS.keyGroups(), KeyType.LONG);
        tables.reset(0);
        tables.merge(Objects.requireNonNull(table.totals(0)));
        tables.seek(KEY);
        assertThat(((LongTotal) tables.handle("sum")).sum()).isEqualTo(5);
    }

    @Test
    void eventTimeGoesBackToTheCheckpointWithTheState() throws Throwable {
        TaskState state = state(TTL, TaskStateTest::time);
        state.seek(10_000L);
        text(state).set("a");
        StatePart part = frozen(state, 1);
        assertThat(part.eventMillis()).isEqualTo(10_000);
        CompletedCheckpoint complete = complete(1, part);
        state.seek(50_000L);
        assertThat(text(state).get()).isNull();
        text(state).set("b");
        connect(state, complete);
        assertThatTimeIsThatOf10000(state);
        TaskState successor = state(TTL, TaskStateTest::time);
        connect(successor, complete);
        assertThatTimeIsThatOf10000(successor);
    }

    private static void assertThatTimeIsThatOf10000(TaskState state) throws Throwable {
        state.seek(9_000L + TTL);
        assertThat(text(state).get()).isEqualTo("a");
        text(state).set("a");
        state.seek(9_999L + TTL);
        assertThat(text(state).get()).isEqualTo("a");
        state.seek(10_000L + TTL);
        assertThat(text(state).get()).isNull();
    }

    /** A job may take up event time when it goes on from one whose state had no times. */
    @Test
    void whatWasStoredWithoutTimeCountsAsWrittenWithTheFirstSegment() throws Throwable {
        TaskState timeless = state(0);
        timeless.byKey().seek(KEY);
        text(timeless).set("a");
        CompletedCheckpoint complete = complete(1, frozen(timeless, 1));
        TaskState state = state(TTL, TaskStateTest::time);
        connect(state, complete);
        state.seek(70_000L);
        assertThat(text(state).get()).isEqualTo("a");
        state.seek(70_000L + TTL);
        assertThat(text(state).get()).isNull();
    }

    /** Writes that are answered when the test says so. */
    private static final class SlowBlobs implements Blobs {

        final List<String> written = new ArrayList<>();
        final List<CompletableFuture<Boolean>> answers = new ArrayList<>();

        @Override
        public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
            written.add(name);
            answers.add(new CompletableFuture<>());
            return answers.get(answers.size() - 1);
        }

        @Override
        public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
            throw new AssertionError("nothing is read");
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            throw new AssertionError("nothing is listed");
        }

        @Override
        public CompletionStage<Boolean> delete(String name) {
            throw new AssertionError("nothing is deleted");
        }

        @Override
        public void close() {}
    }

    @Test
    void fileThatIsNotStoredInTimeIsNamedAndStoredAgainUnderTheSameName() throws Throwable {
        var slow = new SlowBlobs();
        blobs = slow;
        TaskState state = state(0);
        for (long key = 0; key < 2_000; key++) {
            set(state, key, "x".repeat(10));
        }
        assertThat(state.freeze(1)).isTrue();
        state.tell(new byte[0]);
        long nanos = 0;
        while (state.waiting() == null) {
            state.tend(nanos);
            mailbox.drain(nanos);
            nanos += 100_000_000;
        }
        assertThat(Objects.requireNonNull(state.waiting()).reason())
                .startsWith("the state of task keep of job job cannot be read or written: "
                        + "state file state/job/keep/1-1-0: the store gave no answer within ");
        set(state, 1, "later");
        assertThat(state.takeStored())
                .as("nothing is told of what is not stored")
                .isNull();
        while (slow.written.size() < 4) {
            state.tend(nanos);
            mailbox.drain(nanos);
            nanos += 100_000_000;
        }
        assertThat(slow.written).containsOnly("state/job/keep/1-1-0");
        slow.answers.get(3).complete(false);
        mailbox.drain(nanos);
        StatePart part = Objects.requireNonNull(
                Manifest.Part.read(Objects.requireNonNull(state.takeStored())).state());
        assertThat(part.files()).extracting(StatePart.File::name).containsExactly("state/job/keep/1-1-0");
        assertThat(state.waiting()).isNull();
    }

    /** What a function's loop does with a segment that has no key, or none that can be one. */
    private static void fail(TaskState state, Object segment) {
        assertThatThrownBy(() -> state.seek(segment)).isInstanceOf(ClassCastException.class);
        state.rollBack();
    }

    @Test
    void changesStayIfTheNextSegmentHasNoKey() throws Throwable {
        List<TaskState> states = List.of(
                state(0, null, segment -> (Long) segment),
                state(0, null, segment -> segment),
                state(0, TaskStateTest::time, segment -> KEY));
        for (TaskState state : states) {
            state.seek(1L);
            text(state).set("a");
            state.seek(1L);
            text(state).set("b");
            fail(state, "no key");
            state.seek(1L);
            assertThat(text(state).get()).isEqualTo("b");
        }
    }

    @Test
    void nothingComesBackIfTheFirstSegmentOfAFenceHasNoKey() throws Throwable {
        TaskState state = state(0, null, segment -> (Long) segment);
        state.seek(1L);
        text(state).set("a");
        state.seek(1L);
        text(state).set("b");
        connect(state, null);
        fail(state, "no key");
        state.seek(1L);
        assertThat(text(state).get()).isNull();
    }

    /**
     * Writes the file of a checkpoint of so many rows with ten thousand characters, which the store has still to take.
     */
    private TaskState written(int rows) throws Throwable {
        TaskState state = state(0);
        for (long key = 0; key < rows; key++) {
            set(state, key, "x".repeat(10_000));
        }
        state.tend(0);
        assertThat(state.freeze(1)).isTrue();
        state.tell(new byte[0]);
        state.tend(0);
        return state;
    }

    private boolean hasRoomFor(int bytes) {
        boolean fits = budget.take(bytes);
        budget.take(-bytes);
        return fits;
    }

    @Test
    void fileOfACheckpointCountsAsStateUntilItIsStored() throws Throwable {
        try (Blobs memory = Stores.blobs("memory:task-state")) {
            blobs = memory;
            TaskState state = written(30);
            assertThat(hasRoomFor(600_000)).isTrue();
            state.tend(0);
            assertThat(hasRoomFor(600_000)).as("beside rows and file").isFalse();
            while (state.takeStored() == null) {
                mailbox.drain();
            }
            state.tend(0);
            assertThat(hasRoomFor(600_000)).as("it is stored").isTrue();
        }
    }

    @Test
    void stateThatHasNoRoomForTheFileOfACheckpointIsRefused() throws Throwable {
        try (Blobs memory = Stores.blobs("memory:task-state-too-large")) {
            blobs = memory;
            TaskState state = written(60);
            assertThatThrownBy(() -> state.tend(0))
                    .isInstanceOf(StateTooLarge.class)
                    .hasMessageContaining("beyond its bound of 1048576 bytes")
                    .hasMessageMatching(".*60 keys .*, and the checkpoint that is being stored 60\\d{4} bytes: .*");
        }
    }

    @Test
    void stateBeyondItsBoundIsRefusedWithItsSizeAndRemedies() {
        TaskState state = state(0);
        assertThatThrownBy(() -> {
                    for (long key = 0; key < 100_000; key++) {
                        set(state, key, "x".repeat(100));
                        state.tend(0);
                    }
                })
                .isInstanceOf(StateTooLarge.class)
                .hasMessageContaining("beyond its bound of 1048576 bytes")
                .hasMessageMatching(".*state text of task keep of job job has \\d+ keys and about \\d+ bytes.*")
                .hasMessageContaining("time to live")
                .hasMessageContaining("--state-memory");
        StateFigures figures = state.figures().get(0);
        assertThat(figures.bytes()).isBetween(900_000L, 1_100_000L);
        assertThat(figures.keys()).isBetween(3_000L, 10_000L);
        assertThat(budget.take(0)).isFalse();
        state.close();
        assertThat(budget.take(0)).as("given back").isTrue();
    }
}
