package io.sardonyx.client.admin;

import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.content.StateBlobs;
import io.sardonyx.content.StatePart;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.table.DamagedState;
import io.sardonyx.table.FileChain.Stored;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.StateScan;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The state files that a manifest names, in the manifest itself or in the store of blobs, opened to be read. */
final class StateParts implements AutoCloseable {

    private static final String INLINE = "in the manifest";

    private final AdminClient client;
    private final ClusterParameters cluster;
    private final StateBlobs blobs;

    StateParts(AdminClient client, Store store, ClusterParameters cluster) {
        this.client = client;
        this.cluster = cluster;
        this.blobs = new StateBlobs(store);
    }

    /**
     * Opens what a peer has stored.
     *
     * @throws DamagedState that names the file
     * @throws StoreUnreachable when the storage of state cannot be used
     * @throws BadInput when this program has no adapter for it
     */
    StateScan scan(StatePart part) {
        KeyGroupSet groups = KeyGroupSet.parse(part.groups());
        String inline = part.inline();
        if (inline != null) {
            ByteBuffer file = ByteBuffer.wrap(decoded(inline));
            return new StateScan(
                    List.of(new Stored(INLINE, file.capacity())),
                    groups,
                    (stored, from, length) -> file.slice((int) from, length));
        }
        List<Stored> files = part.files().stream()
                .map(file -> new Stored(file.name(), file.bytes()))
                .toList();
        return new StateScan(files, groups, this::read);
    }

    private static byte[] decoded(String inline) {
        try {
            return Base64.getDecoder().decode(inline);
        } catch (IllegalArgumentException e) {
            throw new DamagedState("state file " + INLINE + ": " + e.getMessage());
        }
    }

    private ByteBuffer read(Stored file, long from, int length) {
        try {
            return read(opened(), file, from, length);
        } catch (UncheckedIOException unusable) {
            throw new StoreUnreachable(
                    "state file " + file.name() + " cannot be read: " + unusable.getMessage(), unusable);
        }
    }

    private Blobs opened() {
        Optional<Blobs> opened;
        try {
            opened = blobs.of(cluster);
        } catch (IllegalArgumentException noAdapter) {
            throw new BadInput(
                    "this program cannot open where the cluster stores state: " + noAdapter.getMessage(), noAdapter);
        }
        return opened.orElseThrow(() -> new DamagedState("it is in a store of blobs, but the cluster names none"));
    }

    private ByteBuffer read(Blobs opened, Stored file, long from, int length) {
        var all = ByteBuffer.allocate(length);
        while (all.hasRemaining()) {
            int some = Math.min(all.remaining(), Blobs.MAX_READ_BYTES);
            ByteBuffer found = client.answer(
                            opened.read(file.name(), from + all.position(), some)
                                    .toCompletableFuture(),
                            "state file " + file.name())
                    .orElseThrow(() -> new DamagedState("it is missing"));
            if (found.remaining() != some) {
                throw new DamagedState("it is too short");
            }
            all.put(found.duplicate());
        }
        return all.flip();
    }

    @Override
    public void close() {
        blobs.close();
    }
}
