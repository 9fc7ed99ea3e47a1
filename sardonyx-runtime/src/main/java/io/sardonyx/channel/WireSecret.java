package io.sardonyx.channel;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Shared secret of a cluster, by which its processes authenticate each other: a document in the cluster's store,
 * created by the first process that needs it.
 */
public final class WireSecret {

    private static final String NAME = "wire/secret";
    private static final int BYTES = 32;

    private WireSecret() {}

    /** Reads the secret of the cluster that the documents belong to, or creates it. */
    public static CompletionStage<String> of(Documents documents) {
        return documents
                .read(List.of(NAME))
                .thenCompose(found -> found.isEmpty() ? create(documents) : secret(found.get(0)));
    }

    private static CompletionStage<String> secret(Document document) {
        return CompletableFuture.completedFuture(new String(document.body(), StandardCharsets.US_ASCII));
    }

    /**
     * Creates the secret with a conditional write. Of concurrent writers the first wins, so it is read again in any
     * case.
     */
    private static CompletionStage<String> create(Documents documents) {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        byte[] body = Base64.getEncoder().encode(random);
        return documents.write(NAME, body, Documents.ABSENT).thenCompose(written -> of(documents));
    }
}
