package io.sardonyx.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps a development store or broker from being served is said in one line. */
class ServeCommandTest {

    @TempDir
    private Path directory;

    private static void assertRefused(String message, String... args) {
        Result result = Cli.run(args);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).startsWith("sardonyx: ").contains(message);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"store", "broker"})
    void aPortOutOfRange(String kind) {
        assertRefused("--port is between 0 and 65535, not 65536", kind, "serve", "--port", "65536");
        assertRefused("--port is between 0 and 65535, not -1", kind, "serve", "--port", "-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"store", "broker"})
    void aPortThatIsTaken(String kind) throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertRefused("port " + port + " is taken", kind, "serve", "--port", port);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"store", "broker"})
    void aDirectoryThatCannotBeWrittenTo(String kind) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertRefused("cannot be made", kind, "serve", "--port", "0", "--dir", file.toString());
        assertRefused("is no name of a directory", kind, "serve", "--port", "0", "--dir", "a\0b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"store", "broker"})
    void noCommand(String kind) {
        Result result = Cli.run(kind);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("Missing required subcommand");
    }
}
