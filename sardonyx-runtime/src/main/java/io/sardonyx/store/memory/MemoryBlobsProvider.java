package io.sardonyx.store.memory;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.BlobsProvider;

/** Provider of blobs in {@code memory:name}: those of the store of that name in this process. */
public final class MemoryBlobsProvider implements BlobsProvider {

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public Blobs open(String address) {
        return MemoryStore.open(MemoryStoreProvider.name(address)).blobsAlone();
    }
}
