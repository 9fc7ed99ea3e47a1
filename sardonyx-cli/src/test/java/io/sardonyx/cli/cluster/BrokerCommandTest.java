package io.sardonyx.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a development broker from being served is said in one line. */
class BrokerCommandTest {

    @TempDir
    private Path directory;

    private static void assertRefused(String message, String... args) {
        Result result = Cli.run(args);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).startsWith("sardonyx: ").contains(message);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void aPortOutOfRange() {
        assertRefused("--port is between 0 and 65535, not 65536", "broker", "serve", "--port", "65536");
        assertRefused("--port is between 0 and 65535, not -1", "broker", "serve", "--port", "-1");
    }

    @Test
    void aPortThatIsTaken() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertRefused("port " + port + " is taken", "broker", "serve", "--port", port);
        }
    }

    @Test
    void aDirectoryThatCannotBeWrittenTo() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertRefused("cannot be made", "broker", "serve", "--port", "0", "--dir", file.toString());
        assertRefused("is no name of a directory", "broker", "serve", "--port", "0", "--dir", "a\0b");
    }

    @Test
    void noCommand() {
        Result result = Cli.run("broker");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("Missing required subcommand");
    }
}
