package io.sardonyx.artemis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
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

    private static final int AFTERWARDS_MILLIS = 1_000;
    private static final String REFUSES =
            "does not trust this process, which has to show another certificate (tls.keys)";

    private TlsTrust() {}

    /** Why the server is not trusted; null if it is, or if it is not reached. */
    static @Nullable String distrust(ArtemisAddress.Server server, ArtemisAddress.Tls tls, Duration timeout) {
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(server.host(), server.port()), (int) timeout.toMillis());
            plain.setSoTimeout((int) timeout.toMillis());
            var context = SSLContext.getInstance("TLS");
            context.init(ownKeys(tls), trusted(tls.trust()), null);
            try (var socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, server.host(), server.port(), true)) {
                var parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                return refusal(plain, socket);
            }
        } catch (SSLException e) {
            return "is not trusted: " + e.getMessage();
        } catch (IOException e) {
            return null;
        } catch (GeneralSecurityException e) {
            return "cannot be talked to with the certificates in " + tls.trust() + " and " + tls.keys() + ": "
                    + e.getMessage();
        }
    }

    /** Why a server ends a connection after its handshake, as it does when it misses our certificate; else null. */
    private static @Nullable String refusal(Socket plain, SSLSocket socket) throws IOException {
        plain.setSoTimeout(AFTERWARDS_MILLIS);
        try {
            return socket.getInputStream().read() < 0 ? REFUSES : null;
        } catch (SocketTimeoutException e) {
            return null;
        } catch (SSLException e) {
            return REFUSES + ": " + e.getMessage();
        } catch (SocketException e) {
            return REFUSES;
        }
    }

    /** The client's settings, which name a copy of the certificates in the one format that it reads by itself. */
    static Map<String, Object> settings(ArtemisAddress.Tls tls) throws IOException {
        var settings = new HashMap<String, Object>();
        settings.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
        if (tls.trust() != null) {
            settings.put(TransportConstants.TRUSTSTORE_TYPE_PROP_NAME, COPY_TYPE);
            settings.put(TransportConstants.TRUSTSTORE_PASSWORD_PROP_NAME, COPY_PASSWORD);
            settings.put(
                    TransportConstants.TRUSTSTORE_PATH_PROP_NAME,
                    copy(tls.trust()).toString());
        }
        if (tls.keys() != null) {
            settings.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, COPY_TYPE);
            settings.put(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, tls.keysPassword());
            settings.put(TransportConstants.KEYSTORE_PATH_PROP_NAME, tls.keys().toString());
        }
        return settings;
    }

    private static Path copy(Path trust) throws IOException {
        Path copy = Files.createTempFile("sardonyx-trusted-", ".p12");
        copy.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(copy)) {
            certificates(trust).store(out, COPY_PASSWORD.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates in " + trust + " cannot be used: " + e.getMessage(), e);
        }
        return copy;
    }

    /** The keys of this process; null if it has none. */
    static KeyManager @Nullable [] ownKeys(ArtemisAddress.Tls tls) throws IOException, GeneralSecurityException {
        if (tls.keys() == null || tls.keysPassword() == null) {
            return null;
        }
        char[] password = tls.keysPassword().toCharArray();
        var keys = KeyStore.getInstance(COPY_TYPE);
        try (InputStream in = Files.newInputStream(tls.keys())) {
            keys.load(in, password);
        }
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, password);
        return factory.getKeyManagers();
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
