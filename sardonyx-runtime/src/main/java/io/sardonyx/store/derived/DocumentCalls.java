package io.sardonyx.store.derived;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.store.StoreThread;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Asynchronous calls to the documents of a store. Replies arrive on the store's thread, to which all that is derived
 * from documents is confined.
 */
final class DocumentCalls {

    private final Documents documents;
    private final StoreThread thread;

    DocumentCalls(Documents documents, StoreThread thread) {
        this.documents = documents;
        this.thread = thread;
    }

    /** Documents by name, without those that do not exist. */
    CompletableFuture<Map<String, Document>> read(Collection<String> names) {
        return onThread(() -> documents.read(names)).thenApply(found -> {
            var byName = new HashMap<String, Document>();
            found.forEach(document -> byName.put(document.name(), document));
            return byName;
        });
    }

    CompletableFuture<Optional<Document>> read(String name) {
        return onThread(() -> documents.read(List.of(name)))
                .thenApply(found -> found.stream().findFirst());
    }

    CompletableFuture<List<String>> names(String prefix) {
        return onThread(() -> documents.names(prefix));
    }

    CompletableFuture<OptionalLong> write(String name, byte[] body, long seen) {
        return onThread(() -> documents.write(name, body, seen));
    }

    CompletableFuture<Boolean> delete(String name, long seen) {
        return onThread(() -> documents.delete(name, seen));
    }

    /** Starts an action on the store's thread; the result completes there, or fails if the store is closed. */
    <T> CompletableFuture<T> start(Supplier<? extends CompletionStage<T>> action) {
        var answer = new CompletableFuture<T>();
        boolean isAccepted = thread.post(() -> forward(called(action), answer));
        if (!isAccepted) {
            answer.completeExceptionally(StoreThread.refusal());
        }
        return answer;
    }

    private <T> CompletableFuture<T> onThread(Supplier<CompletionStage<T>> call) {
        var answer = new CompletableFuture<T>();
        called(call).whenComplete((value, failure) -> {
            boolean isAccepted = thread.post(() -> complete(answer, value, failure));
            if (!isAccepted) {
                answer.completeExceptionally(StoreThread.refusal());
            }
        });
        return answer;
    }

    private static <T> CompletionStage<T> called(Supplier<? extends CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private static <T> void forward(CompletionStage<T> from, CompletableFuture<T> to) {
        from.whenComplete((value, failure) -> complete(to, value, failure));
    }

    @SuppressWarnings("NullAway") // a stage has a value or a failure
    private static <T> void complete(CompletableFuture<T> answer, T value, Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(cause(failure));
        }
    }

    /** The failure itself, without the exceptions that stages wrap it into. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
