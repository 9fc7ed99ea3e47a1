package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Blobs;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.store.SimulatedConnection.PendingCall;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Client side of the simulated blobs: each call goes through a {@link SimulatedConnection}, which may delay, lose or
 * tear it.
 */
record ConnectedBlobs(StoredBlobs stored, SimulatedConnection connection) implements Blobs {

    @Override
    public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
        StorePreconditions.name(name);
        List<ByteBuffer> parts;
        try {
            parts = content.stream().map(ByteBuffer::duplicate).toList();
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
        int size = parts.stream().mapToInt(ByteBuffer::remaining).sum();
        RandomFaults.BlobFate fate = connection.faults().blobFate(true, size);
        if (fate.torn()) {
            stored.tear();
        }
        return connection.noted(
                new PendingCall(PendingCall.Kind.WRITE, name),
                connection.blobCall(fate, true, () -> stored.write(name, bytes(parts, size))));
    }

    /** Copied when the write arrives: a caller that reuses a buffer before damages its own blob. */
    private static byte[] bytes(List<ByteBuffer> parts, int size) {
        ByteBuffer all = ByteBuffer.allocate(size);
        parts.forEach(all::put);
        return all.array();
    }

    @Override
    public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
        StorePreconditions.name(name);
        StorePreconditions.blobRange(from, length);
        return connection.noted(
                new PendingCall(PendingCall.Kind.READ, name), call(false, () -> stored.read(name, from, length)));
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return call(false, () -> stored.names(prefix));
    }

    @Override
    public CompletionStage<Boolean> delete(String name) {
        StorePreconditions.name(name);
        return connection.noted(new PendingCall(PendingCall.Kind.DELETE, name), call(true, () -> stored.delete(name)));
    }

    private <T> CompletionStage<T> call(boolean write, Supplier<T> action) {
        return connection.blobCall(connection.faults().blobFate(write, 0), write, action);
    }

    /** Nothing: the blobs are closed with their connection. */
    @Override
    public void close() {}
}
