package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.testkit.contract.FakeContext;
import io.sardonyx.testkit.contract.OutputContract;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Rows in a real PostgreSQL are there once, wherever their writer is killed. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the server is there for this platform only")
class PostgresOutputTest extends OutputContract {

    @TempDir
    private static Path directory;

    private static ServerProcess server;
    private static String url;
    private static Connection reader;

    @BeforeAll
    static void serve() throws IOException, SQLException {
        server = ServerProcess.postgres(directory);
        url = "jdbc:postgresql://localhost:" + server.port() + "/postgres?user=postgres";
        PostgresRows.createTables(url);
        reader = DriverManager.getConnection(url);
    }

    @AfterAll
    static void stop() throws InterruptedException, SQLException {
        PostgresRows.disconnect();
        reader.close();
        server.terminate();
    }

    @BeforeEach
    @Override
    protected void clear() throws SQLException {
        PostgresRows.disconnect();
        try (Statement statement = reader.createStatement()) {
            statement.execute("delete from results; delete from notes; delete from staged");
        }
    }

    @AfterEach
    void nothingIsLeftInTheStaging() throws SQLException {
        assertThat(lines("select name from staged")).isEmpty();
    }

    private static List<String> lines(String sql) throws SQLException {
        var lines = new ArrayList<String>();
        try (Statement statement = reader.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                lines.add(rows.getString(1));
            }
        }
        return lines;
    }

    @Override
    protected OutputProvider provider() {
        return new PostgresRows();
    }

    @Override
    protected OutputProvider killable(Killed.Killer killer) {
        return new PostgresRows(killer);
    }

    @Override
    protected FakeContext context() {
        return FakeContext.of(Parameters.NONE.with(PostgresRows.URL, url));
    }

    @Override
    protected Object segment(int number) {
        return "line " + number;
    }

    @Override
    protected List<?> published() throws SQLException {
        return lines("select line from results order by id");
    }

    @Override
    protected Map<Parameters, String> refused() {
        return Map.of(Parameters.NONE, "url is missing");
    }
}
