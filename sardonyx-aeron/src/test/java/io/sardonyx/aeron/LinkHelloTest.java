package io.sardonyx.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.WireProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a wire is opened, and what people are told when it is not. */
@Timeout(60)
class LinkHelloTest {

    @TempDir
    Path temporary;

    @Test
    void itIsFoundByItsScheme() {
        assertThat(ServiceLoader.load(WireProvider.class))
                .anyMatch(it -> it instanceof AeronWireProvider && it.scheme().equals("aeron"));
    }

    @Test
    void aTakenPortIsNamed() throws IOException {
        try (var other = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            assertThatThrownBy(() -> Traffic.open("a", other.getLocalPort(), Map.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("aeron://127.0.0.1:" + other.getLocalPort())
                    .hasMessageContaining("UDP port that is free");
        }
    }

    @Test
    void anUnknownOptionIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> Traffic.open("a", 0, Map.of("windows", "7")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'windows=7'")
                .hasMessageContaining("silence-seconds")
                .hasMessageContaining("directory=PATH");
        for (var bad : Map.of("mtu", "1409", "term-length", "1048577", "silence-seconds", "0", "driver", "taxi")
                .entrySet()) {
            assertThatThrownBy(() -> Traffic.open("a", 0, Map.of(bad.getKey(), bad.getValue())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(bad.getKey() + "=" + bad.getValue());
        }
    }

    @Test
    void framesTravelInDatagramsOfEverySizeThatIsTaken() throws IOException {
        for (String mtu : List.of("512", "8192", "16384", "65504")) {
            try (var traffic = new Traffic(Map.of("mtu", mtu), Map.of("mtu", mtu))) {
                traffic.flow(100);
            }
        }
    }

    @Test
    void withinAMachineDatagramsAreLarge() {
        for (String host : List.of("127.0.0.1", "localhost", "::1", "[::1]")) {
            assertThat(AeronSettings.isLoopback(host)).as(host).isTrue();
        }
        assertThat(AeronSettings.isLoopback("0.0.0.0")).isFalse();
        assertThat(AeronSettings.of(Map.of(), true).mtu()).isEqualTo(16_384);
        assertThat(AeronSettings.of(Map.of(), false).mtu()).isEqualTo(1_408);
        assertThat(AeronSettings.of(Map.of("mtu", "512"), true).mtu()).isEqualTo(512);
    }

    @Test
    void aDriversDirectoryGoesWithItAndThoseOfTheDeadToo() throws IOException {
        Path remains = Files.createDirectories(temporary.resolve("sardonyx-aeron-999999999-abcd1234"));
        Files.writeString(remains.resolve("log"), "what a dead process left");
        Path other = Files.createDirectories(temporary.resolve("somebody-elses"));
        try (var wire = Traffic.open("a", 0, Map.of("directory", temporary.toString()))) {
            assertThat(remains).doesNotExist();
            assertThat(wire.driver()).isNotNull();
            assertThat(wire.driver().directory()).isDirectory();
            Path ours = wire.driver().directory().getParent();
            assertThat(ours).hasParent(temporary);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ours)))
                    .isEqualTo("rwx------");
        }
        assertThat(temporary).isDirectoryNotContaining(it -> !it.equals(other));
    }

    /** On a JVM without the flag; the tests themselves have it. */
    @Test
    void aMissingFlagIsNamed() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        java.toString(), "-cp", System.getProperty("java.class.path"), WithoutFlag.class.getName())
                .redirectErrorStream(true)
                .start();
        try (InputStream said = process.getInputStream()) {
            assertThat(new String(said.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("IOException")
                    .contains("--add-exports java.base/jdk.internal.misc=ALL-UNNAMED")
                    .doesNotContain("IllegalAccessError");
        }
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** A program that opens a wire. */
    static final class WithoutFlag {

        private WithoutFlag() {}

        public static void main(String[] arguments) throws IOException {
            Traffic.open("a", 0, Map.of()).close();
        }
    }
}
