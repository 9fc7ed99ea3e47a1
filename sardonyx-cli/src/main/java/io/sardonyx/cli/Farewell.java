package io.sardonyx.cli;

import io.sardonyx.group.PeerGroup;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import java.io.PrintWriter;
import java.time.Duration;

/** What a process does when it is told to stop: it says good-bye in the log, but does not take for ever over it. */
final class Farewell {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final LoopThread<PeerGroup> thread;
    private final Store store;
    private final PrintWriter err;
    private final Thread hook = new Thread(this::say, "sardonyx-farewell");

    Farewell(LoopThread<PeerGroup> thread, Store store, PrintWriter err) {
        this.thread = thread;
        this.store = store;
        this.err = err;
    }

    /** From now on SIGINT and SIGTERM mean: leave. */
    void await() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the process was told to stop; if it was not, from now on it ends like any other. */
    boolean isUnderWay() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException stopping) {
            return true;
        }
    }

    private void say() {
        thread.tell(PeerGroup::leave);
        boolean left = false;
        try {
            left = thread.await(PATIENCE) && thread.failure() == null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        store.close();
        if (!left) {
            err.println(
                    "sardonyx: interrupted before the store took its leave; the others will notice that it is gone");
        }
        Runtime.getRuntime().halt(left ? 0 : Main.INTERRUPTED);
    }
}
