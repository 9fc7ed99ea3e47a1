package io.sardonyx.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mutual TLS: who has no certificate that is trusted does not even get to say hello. */
@Timeout(120)
class EncryptedTest {

    private static final String SECRET = "changeit";

    @TempDir
    static Path directory;

    private int heard;

    @BeforeAll
    static void makeCertificates() throws Exception {
        make("member");
        make("stranger");
    }

    @Test
    void membersReachEachOther() throws IOException {
        try (Wire a = Wires.open(options("member", "member"));
                Wire b = Wires.open(options("member", "member"))) {
            Wire.Link link = a.link(b.site());
            Wires.eventually(link::isUp);
            int[] sent = {0};
            Wires.eventually(() -> {
                if (sent[0] < 500 && link.offer(ByteBuffer.allocate(sent[0] * 100))) {
                    sent[0]++;
                }
                b.poll(counting(), 100);
                return heard == 500;
            });
        }
    }

    @Test
    void othersDoNot() throws IOException {
        try (Wire member = Wires.open(options("member", "member"));
                Wire stranger = Wires.open(options("stranger", "member"));
                Wire plain = Wires.open(Map.of())) {
            assertThat(problem(stranger, member.site())).contains(stranger.site() + " cannot reach " + member.site());
            assertThat(problem(plain, member.site())).contains(plain.site() + " cannot reach " + member.site());
            assertThat(problem(member, plain.site())).contains(member.site() + " cannot reach " + plain.site());
        }
    }

    @Test
    void filesThatAreNotThereOrNoKeysAreNamed() throws IOException {
        Path wrong = Files.writeString(directory.resolve("wrong.pem"), "no key");
        assertThatThrownBy(() -> Wires.open(Map.of(
                        "tls.certificate",
                        file("member.crt"),
                        "tls.key",
                        wrong.toString(),
                        "tls.trust",
                        file("member.crt"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(wrong.toString());
        assertThatThrownBy(() -> Wires.open(
                        Map.of("tls.certificate", "/none", "tls.key", "/none", "tls.trust", file("member.crt"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tls.certificate: there is no file to read at '/none'");
    }

    private static String problem(Wire from, Site to) {
        Wire.Link link = from.link(to);
        Wires.eventually(() -> !link.isOpen());
        assertThat(link.offer(ByteBuffer.allocate(1))).isFalse();
        return link.problem();
    }

    private Wire.Inbound counting() {
        return new Wire.Inbound() {
            @Override
            public void frame(Site from, ByteBuffer frame) {
                assertThat(frame.remaining()).isEqualTo(heard * 100);
                heard++;
            }

            @Override
            public void broken(Site from) {
                throw new AssertionError("broken");
            }
        };
    }

    private static Map<String, String> options(String own, String trusted) {
        return Map.of(
                "tls.certificate",
                file(own + ".crt"),
                "tls.key",
                file(own + ".key"),
                "tls.trust",
                file(trusted + ".crt"));
    }

    private static String file(String name) {
        return directory.resolve(name).toString();
    }

    private static void make(String name) throws IOException, InterruptedException, GeneralSecurityException {
        String command = "-genkeypair -alias a -keyalg EC -dname CN=" + name
                + " -validity 30 -storetype PKCS12 -storepass " + SECRET + " -keystore " + file(name + ".p12");
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        words.addAll(List.of(command.split(" ")));
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(directory.resolve(name + ".p12"))) {
            store.load(in, SECRET.toCharArray());
        }
        pem(name + ".crt", "CERTIFICATE", store.getCertificate("a").getEncoded());
        pem(
                name + ".key",
                "PRIVATE KEY",
                store.getKey("a", SECRET.toCharArray()).getEncoded());
    }

    private static void pem(String name, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(
                directory.resolve(name), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
