package io.sardonyx.testkit.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.plugin.TransactionalOutput;
import io.sardonyx.testkit.contract.OutputContract.Killed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Output of texts to a table in memory, which may be killed before and after each access to it. */
public final class MemoryRows implements OutputProvider {

    private final Killed.Killer killer;

    public MemoryRows() {
        this(new Killed.Killer(Integer.MAX_VALUE));
    }

    MemoryRows(Killed.Killer killer) {
        this.killer = killer;
    }

    /** What survives a writer. */
    static final class Table {
        final List<String> rows = new ArrayList<>();
        final Map<String, String> notes = new HashMap<>();
        final Map<String, byte[]> staged = new TreeMap<>();
    }

    @Override
    public String name() {
        return "memory-rows";
    }

    @Override
    public void check(Parameters parameters) {
        if (!parameters.equals(Parameters.NONE)) {
            throw new IllegalArgumentException("there are no parameters");
        }
    }

    @Override
    public boolean isTransactional() {
        return true;
    }

    @Override
    public boolean checksFence() {
        return true;
    }

    @Override
    public Output open(TaskContext context) {
        var table = (Table) context.resource("table").orElseThrow();
        return new TransactionalOutput(context, new Rows(table), new Staged(table));
    }

    private final class Rows implements TransactionalOutput.Target {

        private final Table table;

        Rows(Table table) {
            this.table = table;
        }

        @Override
        public byte[] row(Object segment) {
            return ((String) segment).getBytes(UTF_8);
        }

        @Override
        public String note(String writer) {
            synchronized (table) {
                killer.step();
                return table.notes.getOrDefault(writer, "");
            }
        }

        @Override
        public boolean apply(String writer, String before, String after, Iterable<byte[]> rows) {
            synchronized (table) {
                var all = new ArrayList<String>();
                rows.forEach(row -> all.add(new String(row, UTF_8)));
                killer.step();
                boolean same = table.notes.getOrDefault(writer, "").equals(before);
                if (same) {
                    table.notes.put(writer, after);
                    table.rows.addAll(all);
                }
                killer.step();
                return same;
            }
        }
    }

    private final class Staged implements TransactionalOutput.Staging {

        private final Table table;

        Staged(Table table) {
            this.table = table;
        }

        @Override
        public void write(String name, byte[] content) {
            synchronized (table) {
                killer.step();
                if (table.staged.putIfAbsent(name, content) != null) {
                    throw new IllegalStateException(name + " was written before");
                }
                killer.step();
            }
        }

        @Override
        public Optional<byte[]> read(String name) {
            synchronized (table) {
                killer.step();
                return Optional.ofNullable(table.staged.get(name));
            }
        }

        @Override
        public List<String> names(String prefix) {
            synchronized (table) {
                killer.step();
                return table.staged.keySet().stream()
                        .filter(name -> name.startsWith(prefix))
                        .toList();
            }
        }

        @Override
        public void delete(String name) {
            synchronized (table) {
                killer.step();
                table.staged.remove(name);
                killer.step();
            }
        }
    }
}
