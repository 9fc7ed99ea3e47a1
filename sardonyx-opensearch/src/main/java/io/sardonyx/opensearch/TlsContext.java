package io.sardonyx.opensearch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Certificates that are trusted, and those that this process shows, for encrypted connections. */
final class TlsContext {

    private static final String KEYS_TYPE = "PKCS12";

    private TlsContext() {}

    /**
     * A context for clients.
     *
     * @param trust PEM file with the certificates to trust instead of those of the JDK, or null
     * @param keys PKCS12 file with the certificate and key of this process, or null
     */
    static SSLContext of(@Nullable Path trust, @Nullable Path keys, @Nullable String keysPassword)
            throws IOException, GeneralSecurityException {
        var context = SSLContext.getInstance("TLS");
        context.init(ownKeys(keys, keysPassword), trusted(trust), null);
        return context;
    }

    private static KeyManager @Nullable [] ownKeys(@Nullable Path file, @Nullable String password)
            throws IOException, GeneralSecurityException {
        if (file == null || password == null) {
            return null;
        }
        var keys = KeyStore.getInstance(KEYS_TYPE);
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, password.toCharArray());
        }
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, password.toCharArray());
        return factory.getKeyManagers();
    }

    private static TrustManager @Nullable [] trusted(@Nullable Path file) throws IOException, GeneralSecurityException {
        if (file == null) {
            return null;
        }
        var trusted = KeyStore.getInstance(KEYS_TYPE);
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("trusted-" + number++, each);
            }
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory.getTrustManagers();
    }
}
