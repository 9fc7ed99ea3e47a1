package io.sardonyx.store.file;

import io.sardonyx.store.StoreThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

/** What the parts of one opened store work with. */
record FileStoreContext(StoreThread thread, Poller poller, Disk disk) {

    static FileStoreContext open(String name) {
        var thread = new StoreThread(name);
        return new FileStoreContext(thread, new Poller(thread), new Disk());
    }

    <T> CompletionStage<T> call(Path where, Work<T> work) {
        return thread.call(() -> attempt(where, work));
    }

    /** Does it, and says where and why it failed. */
    <T> T attempt(Path where, Work<T> work) {
        try {
            return work.run();
        } catch (IOException failure) {
            throw FileFailure.of(where, failure);
        }
    }

    /** Something that may fail because of the disk. */
    interface Work<T> {
        T run() throws IOException;
    }
}
