package io.sardonyx.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Brokers that are absent, closed to us or not trusted, and addresses that are none. */
@Timeout(300)
class BadBrokerTest {

    @TempDir
    private Path directory;

    private static Broker open(String address) {
        return new ArtemisBrokerProvider().open(address).get(0);
    }

    private static Throwable failure(CompletionStage<?> stage) throws Exception {
        try {
            stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        }
        throw new AssertionError("it did not fail");
    }

    @Test
    void aBrokerThatIsNotThereIsNamed() throws Exception {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (Broker broker = open("artemis://127.0.0.1:" + port)) {
            assertThat(failure(broker.id()))
                    .isInstanceOf(BrokerUnavailable.class)
                    .hasMessageContaining("artemis://127.0.0.1:" + port);
            try (var session = broker.open(List.of(QueueName.of("q")), () -> {})) {
                assertThat(failure(session.commit(List.of(), List.of()))).isInstanceOf(BrokerUnavailable.class);
                assertThat(session.failure()).isInstanceOf(BrokerUnavailable.class);
            }
        }
    }

    @Test
    void aConnectionThatWasGivenUpIsMadeAnew() throws Exception {
        try (var server = DevelopmentBroker.start(directory.resolve("data"), 0)) {
            var address = ArtemisAddress.parse(server.address());
            var connection = new BrokerConnection(address.servers().get(0), address);
            try (ClientSession first = connection.session(false)) {
                first.getSessionFactory().close();
            }
            try (ClientSession second = connection.session(false)) {
                assertThat(second.isClosed()).isFalse();
            }
            connection.close();
        }
    }

    @Test
    void aWrongPasswordIsAFault() throws Exception {
        try (var server = DevelopmentBroker.start(directory.resolve("data"), 0)) {
            Path wrong = Files.writeString(directory.resolve("wrong"), "wrong\n");
            for (String address : List.of(
                    "artemis://127.0.0.1:" + server.port(),
                    "artemis://sardonyx@127.0.0.1:" + server.port() + "?password=file:" + wrong)) {
                try (Broker broker = open(address)) {
                    assertThat(failure(broker.id())).isInstanceOfSatisfying(BrokerFault.class, fault -> {
                        assertThat(fault.kind()).isEqualTo(BrokerFault.Kind.ACCESS_DENIED);
                        assertThat(fault)
                                .hasMessageContaining("artemis://127.0.0.1:" + server.port())
                                .hasMessageNotContaining("wrong");
                    });
                }
            }
        }
    }

    @Test
    void onlyABrokerThatIsTrustedIsTalkedTo() throws Exception {
        certificate("server");
        try (var server = DevelopmentBroker.start(directory.resolve("data"), 0, encrypted())) {
            try (Broker broker = open(server.address() + "&tls.trust=" + directory.resolve("server.pem"))) {
                assertThat(broker.id().toCompletableFuture().get(30, TimeUnit.SECONDS))
                        .isNotBlank();
            }
            try (Broker broker = open(server.address() + "&tls=true")) {
                assertNotTrusted(broker);
            }
        }
    }

    @Test
    void aBrokerThatWantsACertificateGetsTheOneOfTheAddress() throws Exception {
        certificate("server");
        certificate("own");
        trust("own", "trusted.p12");
        var wanting = new HashMap<>(encrypted());
        wanting.put(TransportConstants.NEED_CLIENT_AUTH_PROP_NAME, true);
        wanting.put(TransportConstants.TRUSTSTORE_TYPE_PROP_NAME, "PKCS12");
        wanting.put(
                TransportConstants.TRUSTSTORE_PATH_PROP_NAME,
                directory.resolve("trusted.p12").toString());
        wanting.put(TransportConstants.TRUSTSTORE_PASSWORD_PROP_NAME, "changeit");
        Path secret = Files.writeString(directory.resolve("secret"), "changeit\n");
        try (var server = DevelopmentBroker.start(directory.resolve("data"), 0, wanting)) {
            String trusting = server.address() + "&tls.trust=" + directory.resolve("server.pem");
            String keys = trusting + "&tls.keys.password=file:" + secret + "&tls.keys=";
            try (Broker broker = open(keys + directory.resolve("own.p12"))) {
                assertThat(broker.id().toCompletableFuture().get(30, TimeUnit.SECONDS))
                        .isNotBlank();
            }
            for (String address : List.of(trusting, keys + directory.resolve("server.p12"))) {
                try (Broker broker = open(address)) {
                    assertNotTrusted(broker);
                }
            }
            Path wrong = Files.writeString(directory.resolve("wrong"), "hushhush\n");
            assertThatThrownBy(() -> open(trusting + "&tls.keys.password=file:" + wrong + "&tls.keys="
                            + directory.resolve("own.p12")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("own.p12 cannot be opened")
                    .hasMessageNotContaining("hushhush");
        }
    }

    private static void assertNotTrusted(Broker broker) throws Exception {
        assertThat(failure(broker.id())).isInstanceOfSatisfying(BrokerFault.class, fault -> {
            assertThat(fault.kind()).isEqualTo(BrokerFault.Kind.NOT_TRUSTED);
            assertThat(fault).hasMessageContaining(broker.address());
        });
    }

    /** Makes a key store with a certificate, and a PEM file with the certificate alone. */
    private void certificate(String name) throws Exception {
        keytool("-genkeypair -alias s -keyalg EC -dname CN=localhost -ext san=ip:127.0.0.1 -validity 30"
                + " -storetype PKCS12 -storepass changeit -keystore " + directory.resolve(name + ".p12"));
        String body = Base64.getMimeEncoder().encodeToString(read(name).getEncoded());
        Files.writeString(
                directory.resolve(name + ".pem"),
                "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n");
    }

    private Certificate read(String name) throws Exception {
        return KeyStore.getInstance(directory.resolve(name + ".p12").toFile(), "changeit".toCharArray())
                .getCertificate("s");
    }

    /** Makes a key store that trusts a certificate. */
    private void trust(String name, String file) throws Exception {
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(name, read(name));
        try (var out = Files.newOutputStream(directory.resolve(file))) {
            trusted.store(out, "changeit".toCharArray());
        }
    }

    private Map<String, Object> encrypted() {
        return Map.of(
                TransportConstants.SSL_ENABLED_PROP_NAME,
                true,
                TransportConstants.KEYSTORE_TYPE_PROP_NAME,
                "PKCS12",
                TransportConstants.KEYSTORE_PATH_PROP_NAME,
                directory.resolve("server.p12").toString(),
                TransportConstants.KEYSTORE_PASSWORD_PROP_NAME,
                "changeit");
    }

    @Test
    void whatIsKeptIsReadableByItsOwnerOnly() throws Exception {
        Path given = directory.resolve("open/data");
        try (var server = DevelopmentBroker.start(given, 0);
                Broker broker = open(server.address())) {
            broker.declare(List.of(QueueDeclaration.shared(QueueName.of("q"))))
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            for (String name : List.of("", "journal", "bindings", "paging", "large")) {
                assertThat(permissions(given.resolve(name))).as(name).isEqualTo("rwx------");
            }
            for (String name : List.of("password", "served")) {
                assertThat(permissions(given.resolve(name))).as(name).isEqualTo("rw-------");
            }
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void keytool(String words) throws Exception {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        line.addAll(List.of(words.split(" ")));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void anAddressThatIsNoneIsRefusedWithoutItsSettings() {
        for (String address : List.of(
                "artemis:host:61616",
                "artemis://",
                "artemis://host",
                "artemis://host:x",
                "artemis://host:61616/path",
                "artemis://host:61616,host:61616",
                "artemis://user@host:61616",
                "artemis://host:61616?password=hushhush",
                "artemis://user@host:61616?password=hushhush",
                "artemis://user@host:61616?password=env:NO_SUCH_VARIABLE_hushhush2",
                "artemis://user@host:61616?password=file:/no/such/file",
                "artemis://host:61616?tls.trust=/no/such/file",
                "artemis://host:61616?colour=hushhush",
                "artemis://host:61616?tls=perhaps",
                "artemis://host:61616?timeoutMillis=999",
                "artemis://host:61616?tls.keys=/no/such/file",
                "artemis://host:61616?tls.keys.password=hushhush")) {
            assertThatThrownBy(() -> open(address))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("artemis://user@host:61616,host2:61616?password=file:/run/secrets/broker")
                    .message()
                    .doesNotContain("hushhush ", "=hushhush");
        }
    }

    @Test
    void brokersAreOpenedInTheOrderOfTheAddress() {
        List<Broker> brokers = new ArtemisBrokerProvider().open("artemis://b:61616,[::1]:61617,a:1");
        assertThat(brokers.stream().map(Broker::address))
                .containsExactly("artemis://b:61616", "artemis://[::1]:61617", "artemis://a:1");
        brokers.forEach(Broker::close);
    }
}
