package io.sardonyx.zookeeper;

import static io.sardonyx.zookeeper.Patience.answer;
import static io.sardonyx.zookeeper.Patience.bytes;
import static io.sardonyx.zookeeper.Patience.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server that `sardonyx store serve` runs. */
class DevelopmentServerTest {

    @TempDir
    private Path directory;

    private static Store open(DevelopmentServer server) {
        return new ZooKeeperStoreProvider().open(server.address("tests"));
    }

    @Test
    void whatWasAppendedIsThereAfterARestart() throws Exception {
        Path data = directory.resolve("not/yet/there");
        try (var server = DevelopmentServer.start(data, 0);
                Store store = open(server)) {
            answer(store.log("log").append(List.of(bytes("a"), bytes("b"))));
        }
        try (var server = DevelopmentServer.start(data, 0);
                Store store = open(server)) {
            assertThat(readAll(store.log("log"))).containsExactly("a", "b");
        }
    }

    @Test
    void aTemporaryDirectoryIsRemovedAtTheEnd() throws Exception {
        Path data;
        try (var server = DevelopmentServer.start(null, 0);
                Store store = open(server)) {
            answer(store.log("log").append(List.of(bytes("a"))));
            data = server.directory();
            assertThat(data).isNotEmptyDirectory();
        }
        assertThat(data).doesNotExist();
    }

    @Test
    void onlyThisMachineReachesIt() throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            assertThat(isReached(InetAddress.getLoopbackAddress(), server.port()))
                    .isTrue();
            for (var network : NetworkInterface.networkInterfaces().toList()) {
                for (var address : network.inetAddresses().toList()) {
                    assertThat(address.isLoopbackAddress() || !isReached(address, server.port()))
                            .as(address.toString())
                            .isTrue();
                }
            }
        }
    }

    private static boolean isReached(InetAddress address, int port) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 1_000);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    @Test
    void whoServesIsToldWhenItIsOver() throws Exception {
        var server = DevelopmentServer.start(null, 0);
        server.close();
        server.await();
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            assertThatThrownBy(() -> DevelopmentServer.start(null, server.port()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("port " + server.port() + " is taken");
        }
    }

    @Test
    void aDirectoryHasOneServer() throws Exception {
        try (var server = DevelopmentServer.start(directory, 0)) {
            assertThatThrownBy(() -> DevelopmentServer.start(directory, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(server.directory() + " is served by another process");
        }
    }

    @Test
    void aDirectoryThatCannotBeIsNamed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> DevelopmentServer.start(file, 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " cannot be made");
        assertThatThrownBy(() -> DevelopmentServer.start(Path.of("/proc/nowhere"), 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/proc/nowhere cannot be made");
    }
}
