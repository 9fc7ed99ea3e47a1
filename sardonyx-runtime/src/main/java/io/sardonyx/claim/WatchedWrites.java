package io.sardonyx.claim;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Documents that remember why the latest write failed, as those on a full disk do, which can be read all the same. A
 * damaged document is no such reason, since whoever reads it is told. For any thread.
 */
final class WatchedWrites implements Documents {

    private final Documents documents;
    private volatile @Nullable String trouble;

    WatchedWrites(Documents documents) {
        this.documents = documents;
    }

    /** Why the latest write failed; null if it did not. */
    @Nullable
    String trouble() {
        return trouble;
    }

    private <T> CompletionStage<T> watched(CompletionStage<T> write) {
        return write.whenComplete((answer, failure) -> {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            if (!(cause instanceof Unreadable)) {
                trouble = cause == null ? null : String.valueOf(cause.getMessage());
            }
        });
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        return documents.read(names);
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return documents.names(prefix);
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        return watched(documents.write(name, body, seen));
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        return watched(documents.delete(name, seen));
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        return documents.onChange(prefix, nudge);
    }
}
