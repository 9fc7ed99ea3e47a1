package io.sardonyx.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for loopback that signs itself. */
final class TestCertificate {

    private static final String SECRET = "changeit";

    private final Path keys;
    private final Path trusted;

    TestCertificate(Path directory) throws Exception {
        keys = directory.resolve("server.p12");
        trusted = directory.resolve("server.pem");
        run("keytool -genkeypair -alias server -keyalg RSA -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost"
                + " -validity 30 -storetype PKCS12 -storepass " + SECRET + " -keystore " + keys);
        run("keytool -exportcert -rfc -alias server -storepass " + SECRET + " -keystore " + keys + " -file " + trusted);
    }

    private static void run(String line) throws Exception {
        String[] words = line.split(" ");
        words[0] = Path.of(System.getProperty("java.home"), "bin", words[0]).toString();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** PEM file with the certificate. */
    Path trusted() {
        return trusted;
    }

    /** For a server that shows it. */
    SSLContext context() throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, SECRET.toCharArray());
        }
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, SECRET.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }
}
