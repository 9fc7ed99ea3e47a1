package io.sardonyx.netty;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a wire over TCP.
 *
 * @param silence heartbeat timeout of a connection
 * @param called TLS context for incoming connections, or null without TLS
 * @param calling TLS context for outgoing connections, or null without TLS
 */
record TcpSettings(
        Duration silence,
        @Nullable SslContext called,
        @Nullable SslContext calling) {

    private static final String TIMEOUT = "silence-seconds";
    private static final String CERTIFICATE = "tls.certificate";
    private static final String KEY = "tls.key";
    private static final String TRUST = "tls.trust";
    private static final List<String> KNOWN = List.of(TIMEOUT, CERTIFICATE, KEY, TRUST);
    private static final int MAX_TIMEOUT = 3_600;

    static TcpSettings of(Map<String, String> options) throws IOException {
        for (String name : options.keySet()) {
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException(
                        "a wire over TCP has no option '" + name + "'; it has " + String.join(", ", KNOWN));
            }
        }
        Duration silence = silence(options.getOrDefault(TIMEOUT, "4"));
        List<String> given = List.of(CERTIFICATE, KEY, TRUST).stream()
                .filter(options::containsKey)
                .toList();
        if (given.isEmpty()) {
            return new TcpSettings(silence, null, null);
        }
        if (given.size() < 3) {
            throw new IllegalArgumentException("TLS needs " + CERTIFICATE + ", " + KEY + " and " + TRUST
                    + ", each a file in PEM; given is only " + String.join(", ", given));
        }
        File certificate = file(options, CERTIFICATE);
        File key = file(options, KEY);
        File trust = file(options, TRUST);
        return new TcpSettings(silence, called(certificate, key, trust), calling(certificate, key, trust));
    }

    private static Duration silence(String text) {
        if (!text.matches("[0-9]{1,4}") || text.matches("0+") || Integer.parseInt(text) > MAX_TIMEOUT) {
            throw new IllegalArgumentException(
                    TIMEOUT + " is a whole number from 1 to " + MAX_TIMEOUT + ", not '" + text + "'");
        }
        return Duration.ofSeconds(Integer.parseInt(text));
    }

    private static File file(Map<String, String> options, String name) throws IOException {
        var file = new File(options.getOrDefault(name, ""));
        if (!file.isFile() || !file.canRead()) {
            throw new IOException(name + ": there is no file to read at '" + file + "'");
        }
        return file;
    }

    /** Mutual TLS. Which process is at the other end is told by the handshake, not by the certificate's host name. */
    private static SslContext called(File certificate, File key, File trust) throws IOException {
        try {
            return SslContextBuilder.forServer(certificate, key)
                    .sslProvider(SslProvider.JDK)
                    .trustManager(trust)
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "cannot use " + certificate + ", " + key + " and " + trust + " for TLS: " + e.getMessage(), e);
        }
    }

    private static SslContext calling(File certificate, File key, File trust) throws IOException {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .keyManager(certificate, key)
                .trustManager(trust)
                .endpointIdentificationAlgorithm(null)
                .build();
    }
}
