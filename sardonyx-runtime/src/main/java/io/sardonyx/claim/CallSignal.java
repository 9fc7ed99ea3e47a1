package io.sardonyx.claim;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Signal to nodes that calls were submitted: writes the document of that name, at whose change they ask for names.
 * Nodes go on asking for longer than {@link #PAUSE}, so that one write stands for the calls of such a time. A signal
 * that is lost only delays calls, for nodes ask without one now and then. Thread-safe.
 */
final class CallSignal {

    /** Least time between two writes. */
    static final Duration PAUSE = Duration.ofMillis(100);

    private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);

    private final Documents documents;
    private final LongSupplier clock;
    private boolean sent;
    private long sentNanos;
    private OptionalLong version = OptionalLong.empty();

    /**
     * @param documents of nodes
     * @param clock monotonic time in nanoseconds
     */
    CallSignal(Documents documents, LongSupplier clock) {
        this.documents = documents;
        this.clock = clock;
    }

    /** To be called when the document of a call was written. */
    synchronized void submitted() {
        long nowNanos = clock.getAsLong();
        if (sent && nowNanos - sentNanos < PAUSE.toNanos()) {
            return;
        }
        sent = true;
        sentNanos = nowNanos;
        var unused = known().thenCompose(written -> written.isPresent()
                        ? CompletableFuture.completedFuture(written)
                        // Another submitter's write may be older than this one's call, unless it comes after this read.
                        : documents.read(List.of(ClaimDocuments.CALLS)).thenCompose(CallSignal.this::write))
                .whenComplete((written, failure) -> wrote(failure == null ? written : OptionalLong.empty()));
    }

    /** Writes the version after the one that is known; empty if none is, or another came first. */
    private CompletionStage<OptionalLong> known() {
        return version.isEmpty()
                ? CompletableFuture.completedFuture(OptionalLong.empty())
                : documents.write(ClaimDocuments.CALLS, BODY, version.getAsLong());
    }

    private CompletionStage<OptionalLong> write(List<Document> found) {
        return documents.write(
                ClaimDocuments.CALLS,
                BODY,
                found.isEmpty() ? Documents.ABSENT : found.get(0).version());
    }

    private synchronized void wrote(OptionalLong next) {
        version = next;
    }
}
