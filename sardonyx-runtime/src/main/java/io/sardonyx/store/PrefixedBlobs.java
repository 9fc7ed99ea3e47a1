package io.sardonyx.store;

import io.sardonyx.port.Blobs;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A name space within a store of blobs: every name gets a prefix that callers do not see. */
public final class PrefixedBlobs implements Blobs {

    private final Blobs blobs;
    private final String prefix;

    /** @param prefix ends in a slash */
    public PrefixedBlobs(Blobs blobs, String prefix) {
        this.blobs = blobs;
        this.prefix = prefix;
    }

    @Override
    public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
        return blobs.write(full(name), content);
    }

    @Override
    public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
        return blobs.read(full(name), from, length);
    }

    @Override
    public CompletionStage<List<String>> names(String beginning) {
        return blobs.names(prefix + beginning)
                .thenApply(found -> found.stream()
                        .map(name -> name.substring(prefix.length()))
                        .toList());
    }

    @Override
    public CompletionStage<Boolean> delete(String name) {
        return blobs.delete(full(name));
    }

    private String full(String name) {
        return prefix + StorePreconditions.name(name);
    }

    @Override
    public void close() {
        blobs.close();
    }
}
