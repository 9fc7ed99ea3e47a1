package io.sardonyx.store;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A name space within the documents of a store: every name gets a prefix that callers do not see. */
public final class PrefixedDocuments implements Documents {

    private final Documents documents;
    private final String prefix;

    /** @param prefix ends in a slash */
    public PrefixedDocuments(Documents documents, String prefix) {
        this.documents = documents;
        this.prefix = prefix;
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        List<String> wanted = names.stream()
                .filter(name -> !name.isEmpty())
                .map(prefix::concat)
                .toList();
        return documents
                .read(wanted)
                .thenApply(found -> found.stream()
                        .map(it -> new Document(it.name().substring(prefix.length()), it.body(), it.version()))
                        .toList());
    }

    @Override
    public CompletionStage<List<String>> names(String beginning) {
        return documents
                .names(prefix + beginning)
                .thenApply(found -> found.stream()
                        .map(name -> name.substring(prefix.length()))
                        .toList());
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        StorePreconditions.name(name);
        return documents.write(prefix + name, body, seen);
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        if (name.isEmpty()) {
            return CompletableFuture.failedFuture(new IllegalArgumentException("a name has at least 1 character"));
        }
        return documents.delete(prefix + name, seen);
    }

    @Override
    public Watch onChange(String beginning, Runnable nudge) {
        return documents.onChange(prefix + beginning, nudge);
    }
}
