package io.sardonyx.store.file;

import io.sardonyx.port.Store;
import io.sardonyx.port.StoreProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Provider of {@code file:/directory}; all processes of the machine that open the same directory share its content. */
public final class FileStoreProvider implements StoreProvider {

    private static final String PREFIX = "file:";

    @Override
    public String scheme() {
        return "file";
    }

    @Override
    public Store open(String address) {
        return FileStore.open(path(address));
    }

    static Path path(String address) {
        if (!address.startsWith(PREFIX)) {
            throw malformed(address);
        }
        String path = address.substring(PREFIX.length());
        if (path.startsWith("//")) {
            path = path.substring(2);
            if (!path.startsWith("/")) {
                throw malformed(address); // that would be a host name
            }
        }
        try {
            if (!path.isBlank()) {
                return Path.of(path);
            }
        } catch (InvalidPathException invalid) {
            throw malformed(address);
        }
        throw malformed(address);
    }

    private static IllegalArgumentException malformed(String address) {
        return new IllegalArgumentException(
                "'" + address + "' is not the address of a file store, such as file:/var/lib/sardonyx/orders");
    }
}
