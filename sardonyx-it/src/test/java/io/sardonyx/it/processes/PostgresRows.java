package io.sardonyx.it.processes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.plugin.TransactionalOutput;
import io.sardonyx.testkit.contract.OutputContract.Killed;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Output of texts to a table of PostgreSQL, with the rows of checkpoints that are not complete in another one. It may
 * be killed before and after each statement and commit.
 */
public final class PostgresRows implements OutputProvider {

    static final String URL = "url";

    /* Of all instances, also those that were dropped as if their process had died. */
    private static final Queue<Connection> OPEN = new ConcurrentLinkedQueue<>();

    private final Killed.Killer killer;

    public PostgresRows() {
        this(new Killed.Killer(Integer.MAX_VALUE));
    }

    PostgresRows(Killed.Killer killer) {
        this.killer = killer;
    }

    static void createTables(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table results (id bigserial primary key, line text not null)");
            statement.execute("create table notes (writer text primary key, note text not null)");
            statement.execute("create table staged (name text primary key, content bytea not null)");
        }
    }

    /** Ends the connections of all instances, as the operating system does for a process that has died. */
    static void disconnect() throws SQLException {
        for (Connection each = OPEN.poll(); each != null; each = OPEN.poll()) {
            each.close();
        }
    }

    @Override
    public String name() {
        return "postgres-rows";
    }

    @Override
    public void check(Parameters parameters) {
        if (parameters.text(URL).isEmpty()) {
            throw new IllegalArgumentException("url is missing");
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
    public Output open(TaskContext context) throws SQLException {
        Connection connection =
                DriverManager.getConnection(context.parameters().text(URL).orElseThrow());
        connection.setAutoCommit(false);
        OPEN.add(connection);
        return new TransactionalOutput(context, new Rows(connection), new Staged(connection));
    }

    /** What both parts do with the connection. */
    private class Client {

        final Connection connection;

        Client(Connection connection) {
            this.connection = connection;
        }

        /** Counts a step; whoever is killed there has no connection any more. */
        void step() throws SQLException {
            try {
                killer.step();
            } catch (Killed killed) {
                connection.close();
                throw killed;
            }
        }

        int update(String sql, Object... values) throws SQLException {
            step();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                set(statement, values);
                return statement.executeUpdate();
            }
        }

        private void set(PreparedStatement statement, Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
        }

        <T> List<T> select(Class<T> type, String sql, Object... values) throws SQLException {
            step();
            var found = new ArrayList<T>();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                set(statement, values);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        found.add(type.cast(rows.getObject(1)));
                    }
                }
            }
            return found;
        }

        void commit() throws SQLException {
            step();
            connection.commit();
            step();
        }
    }

    private final class Rows extends Client implements TransactionalOutput.Target {

        Rows(Connection connection) {
            super(connection);
        }

        @Override
        public byte[] row(Object segment) {
            return ((String) segment).getBytes(UTF_8);
        }

        @Override
        public String note(String writer) throws SQLException {
            List<String> notes = select(String.class, "select note from notes where writer = ?", writer);
            connection.rollback();
            return notes.isEmpty() ? "" : notes.get(0);
        }

        @Override
        public boolean apply(String writer, String before, String after, Iterable<byte[]> rows) throws SQLException {
            try {
                int replaced = before.isEmpty()
                        ? update("insert into notes values (?, ?) on conflict do nothing", writer, after)
                        : update("update notes set note = ? where writer = ? and note = ?", after, writer, before);
                if (replaced == 0) {
                    return false;
                }
                insert(rows);
                commit();
                return true;
            } finally {
                if (!connection.isClosed()) {
                    connection.rollback();
                }
            }
        }

        private void insert(Iterable<byte[]> rows) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement("insert into results (line) values (?)")) {
                for (byte[] row : rows) {
                    statement.setString(1, new String(row, UTF_8));
                    statement.addBatch();
                }
                step();
                statement.executeBatch();
            }
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }

    private final class Staged extends Client implements TransactionalOutput.Staging {

        Staged(Connection connection) {
            super(connection);
        }

        @Override
        public void write(String name, byte[] content) throws SQLException {
            update("insert into staged values (?, ?)", name, content);
            commit();
        }

        @Override
        public Optional<byte[]> read(String name) throws SQLException {
            return select(byte[].class, "select content from staged where name = ?", name).stream()
                    .findFirst();
        }

        @Override
        public List<String> names(String prefix) throws SQLException {
            List<String> names = select(String.class, "select name from staged where starts_with(name, ?)", prefix);
            connection.rollback();
            return names;
        }

        @Override
        public void delete(String name) throws SQLException {
            update("delete from staged where name = ?", name);
            commit();
        }
    }
}
