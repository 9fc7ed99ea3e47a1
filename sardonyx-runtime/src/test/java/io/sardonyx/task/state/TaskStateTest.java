package io.sardonyx.task.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.assignment.Routes;
import io.sardonyx.job.Job;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.Value;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import io.sardonyx.task.Drawer;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State of a task, turn by turn: what expires, and what is too large. */
class TaskStateTest {

    private static final Codecs CODECS = Codecs.builder().build();
    private static final TaskOrders ORDERS = new TaskOrders(new Routes(1, SortedTable.empty()), true, false);
    private static final int TTL = 1_000;

    private final StateBudget budget = StateBudget.of(1 << 20);
    private long millis = 1_000_000;

    private TaskState state(long ttl) {
        var tables = new StateTables(
                List.of(new StateTables.Declaration("text", StateKind.VALUE, null, ttl)),
                CODECS.keyGroups(),
                KeyType.LONG,
                object -> String.valueOf(object).length());
        var services = new TaskState.StateServices(
                new Drawer(), () -> null, new Mailbox(), () -> Instant.ofEpochMilli(millis), Job.Resuming.NONE, budget);
        var self = new Assignment(PeerId.of("p"), JobId.of("job"), TaskName.of("keep"), 0);
        var state = new TaskState(self, tables, CODECS, null, services, ORDERS);
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

    /** Keys are given in several turns, each once, so none of them may go meanwhile. */
    @Test
    void timeStandsStillWhileKeysAreGivenInTheEnd() throws Throwable {
        TaskState state = state(TTL);
        for (long key = 0; key < 10; key++) {
            set(state, key, "a");
        }
        StateTables.Keys keys = state.keys();
        var given = new ArrayList<>();
        while (keys.next(1, given::add)) {
            millis += TTL;
            state.tend(0);
        }
        assertThat(given).hasSize(10);
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
