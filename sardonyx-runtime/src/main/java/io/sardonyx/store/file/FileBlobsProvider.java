package io.sardonyx.store.file;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.BlobsProvider;

/** Provider of blobs in {@code file:/directory}, which all machines of a cluster must share. */
public final class FileBlobsProvider implements BlobsProvider {

    @Override
    public String scheme() {
        return "file";
    }

    @Override
    public Blobs open(String address) {
        return FileBlobs.open(FileStoreProvider.path(address));
    }
}
