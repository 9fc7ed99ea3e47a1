package io.sardonyx.artemis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that are trusted at brokers, and a TLS handshake that tells why a connection failed: the client
 * itself does not say whether nobody was there, or somebody who is not trusted.
 */
final class TlsTrust {

    private static final String COPY_TYPE = "PKCS12";

    /** Certificates are no secret, but the client insists on a password. */
    private static final String COPY_PASSWORD = "certificates";

    private TlsTrust() {}

    /** Why the server is not trusted; null if it is, or if it is not reached. */
    static @Nullable String distrust(ArtemisAddress.Server server, @Nullable Path trust, Duration timeout) {
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(server.host(), server.port()), (int) timeout.toMillis());
            plain.setSoTimeout((int) timeout.toMillis());
            var context = SSLContext.getInstance("TLS");
            context.init(null, trusted(trust), null);
            try (var socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, server.host(), server.port(), true)) {
                var parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
            }
            return null;
        } catch (SSLException e) {
            return "is not trusted: " + e.getMessage();
        } catch (IOException e) {
            return null;
        } catch (GeneralSecurityException e) {
            return "cannot be trusted with the certificates in " + trust + ": " + e.getMessage();
        }
    }

    /** The client's settings, which name a copy of the certificates in the one format that it reads by itself. */
    static Map<String, Object> settings(Path file) throws IOException {
        Path copy = Files.createTempFile("sardonyx-trusted-", ".p12");
        copy.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(copy)) {
            certificates(file).store(out, COPY_PASSWORD.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates in " + file + " cannot be used: " + e.getMessage(), e);
        }
        return Map.of(
                TransportConstants.TRUSTSTORE_TYPE_PROP_NAME, COPY_TYPE,
                TransportConstants.TRUSTSTORE_PASSWORD_PROP_NAME, COPY_PASSWORD,
                TransportConstants.TRUSTSTORE_PATH_PROP_NAME, copy.toString());
    }

    private static KeyStore certificates(Path file) throws IOException, GeneralSecurityException {
        var trusted = KeyStore.getInstance(COPY_TYPE);
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("trusted-" + number++, each);
            }
        }
        return trusted;
    }

    private static TrustManager[] trusted(@Nullable Path file) throws IOException, GeneralSecurityException {
        KeyStore trusted = file == null ? null : certificates(file);
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory.getTrustManagers();
    }
}
