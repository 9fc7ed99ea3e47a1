package io.sardonyx.testkit.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.testkit.contract.FakeContext;
import io.sardonyx.testkit.contract.OutputContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Any target with an atomic batch and room for a note keeps the contract of outputs, once with checkpoints. */
class TransactionalOutputTest extends OutputContract {

    private final MemoryRows.Table table = new MemoryRows.Table();

    @Override
    protected OutputProvider provider() {
        return new MemoryRows();
    }

    @Override
    protected OutputProvider killable(Killed.Killer killer) {
        return new MemoryRows(killer);
    }

    @Override
    protected FakeContext context() {
        var context = FakeContext.of(Parameters.NONE);
        context.provide("table", table);
        return context;
    }

    @Override
    protected Object segment(int number) {
        return "line " + number;
    }

    @Override
    protected List<?> published() {
        synchronized (table) {
            return List.copyOf(table.rows);
        }
    }

    @Override
    protected void clear() {
        table.rows.clear();
    }

    @Override
    protected Map<Parameters, String> refused() {
        return Map.of(Parameters.NONE.with("path", "x"), "no parameters");
    }

    @AfterEach
    void nothingIsLeftInTheStaging() {
        assertThat(table.staged).isEmpty();
    }

    private Output output(long fence) throws Exception {
        return provider().open(context().withCheckpoints(fence));
    }

    @Test
    void manyRowsAreStagedInChunksAndAppliedInOrder() throws Exception {
        String row = "x".repeat(100_000);
        try (Output output = output(1)) {
            for (int i = 0; i < 35; i++) {
                assertThat(output.write(new Object[] {i + row}, 0, 1)).isEqualTo(1);
            }
            assertThat(table.staged).hasSizeGreaterThan(2);
            String bundle = output.prepare(1).orElseThrow();
            assertThat(table.staged).hasSize(4);
            output.commit(bundle);
        }
        assertThat(table.rows).hasSize(35).first().isEqualTo("0" + row);
        assertThat(table.rows).last().isEqualTo("34" + row);
    }

    @Test
    void whoeverHasRaisedTheFenceCannotBeOvertaken() throws Exception {
        Output orphaned = output(0);
        orphaned.write(new Object[] {"orphan"}, 0, 1);
        orphaned.prepare(1);
        Output past = output(1);
        past.write(new Object[] {"past"}, 0, 1);
        Output successor = output(2);
        successor.write(new Object[] {"new"}, 0, 1);
        String bundle = successor.prepare(1).orElseThrow();
        assertThat(table.staged).as("what others have left is removed").hasSize(1);
        assertThatThrownBy(() -> past.prepare(1)).isInstanceOf(Superseded.class);
        assertThatThrownBy(() -> past.commit(bundle)).isInstanceOf(Superseded.class);
        assertThatThrownBy(past::seal).isInstanceOf(Superseded.class);
        successor.commit(bundle);
        past.commit(bundle);
        assertThat(table.rows).containsExactly("new");
    }

    @Test
    void whatCannotBeARowIsRefusedAlone() throws Exception {
        Output output = output(1);
        assertThat(output.write(new Object[] {"a", 1, "b"}, 0, 3)).isEqualTo(1);
        assertThatThrownBy(() -> output.write(new Object[] {"a", 1, "b"}, 1, 3)).isInstanceOf(Refused.class);
        assertThat(output.write(new Object[] {"a", 1, "b"}, 2, 3)).isEqualTo(1);
        output.commit(output.prepare(1).orElseThrow());
        assertThat(table.rows).containsExactly("a", "b");
    }

    @Test
    void withoutCheckpointsTheFenceIsCheckedAllTheSame() throws Exception {
        Output past = provider().open(context());
        try (Output successor = output(2)) {
            successor.write(new Object[] {"new"}, 0, 1);
            successor.commit(successor.prepare(1).orElseThrow());
        }
        past.write(new Object[] {"past"}, 0, 1);
        assertThatThrownBy(past::settled).isInstanceOf(Superseded.class);
        assertThat(table.rows).containsExactly("new");
    }

    @Test
    void namesOfJobsAndTasksAreKeptApart() throws Exception {
        for (String task : List.of("a/b", "a b", "a%2Fb")) {
            try (Output output = provider().open(context().ofTask(task).withCheckpoints(1))) {
                output.write(new Object[] {task}, 0, 1);
                output.commit(output.prepare(1).orElseThrow());
            }
        }
        assertThat(table.rows).containsExactly("a/b", "a b", "a%2Fb");
        assertThat(table.notes).hasSize(3);
    }
}
