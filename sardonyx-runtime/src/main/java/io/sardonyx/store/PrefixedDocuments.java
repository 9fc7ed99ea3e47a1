package io.sardonyx.store;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * A name space within the documents of a store: every name gets a prefix that callers do not see.
 *
 * @param prefix ends in a slash
 */
public record PrefixedDocuments(Documents documents, String prefix) implements Documents {

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        return documents
                .read(names.stream().map(prefix::concat).toList())
                .thenApply(found -> found.stream()
                        .map(each -> new Document(stripped(each.name()), each.body(), each.version()))
                        .toList());
    }

    @Override
    public CompletionStage<List<String>> names(String within) {
        return documents
                .names(prefix + within)
                .thenApply(found -> found.stream().map(this::stripped).toList());
    }

    private String stripped(String name) {
        return name.substring(prefix.length());
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        return documents.write(prefix + name, body, seen);
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        return documents.delete(prefix + name, seen);
    }

    @Override
    public Watch onChange(String within, Runnable nudge) {
        return documents.onChange(prefix + within, nudge);
    }
}
