package io.sardonyx.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** A PostgreSQL for tests, to be run in a process of its own; the server itself is a further process below it. */
public final class PostgresServer {

    private PostgresServer() {}

    /**
     * Serves the directory of the first word at a port of its choice, and prints the port once it answers; until it is
     * terminated, or standard input ends because the process is gone that has started it.
     */
    public static void main(String[] words) throws IOException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(new File(words[0], "binaries"))
                .setDataDirectory(Path.of(words[0], "data"))
                .setServerConfig("max_connections", "50")
                .start();
        System.out.println();
        System.out.println("port " + server.getPort());
        while (System.in.read() >= 0) {
            // nothing is ever said
        }
        server.close();
    }
}
