package io.sardonyx.store.file;

import io.sardonyx.store.StoreThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

/** Thread, poller and disk that the parts of one opened store share. */
record FileStoreContext(StoreThread thread, Poller poller, Disk disk) {

    static FileStoreContext open(String name) {
        var thread = new StoreThread(name);
        return new FileStoreContext(thread, new Poller(thread), new Disk());
    }

    /** Runs work on the store's thread. */
    <T> CompletionStage<T> call(Path where, Work<T> work) {
        return thread.call(() -> attempt(where, work));
    }

    /** Runs work on the caller's thread; an {@link IOException} becomes a {@link FileFailure} that names the path. */
    <T> T attempt(Path where, Work<T> work) {
        try {
            return work.run();
        } catch (IOException failure) {
            throw FileFailure.of(where, failure);
        }
    }

    /** An action with file access. */
    interface Work<T> {
        T run() throws IOException;
    }
}
