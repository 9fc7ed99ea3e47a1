package io.sardonyx.cli.terminal;

import java.util.function.IntSupplier;

/** Graceful shutdown of long-running commands on SIGTERM or SIGINT. */
public final class Termination {

    private Termination() {}

    /** The work of the command; returns when it ends by itself. */
    public interface Stay {
        void await() throws InterruptedException;
    }

    /**
     * Runs the work. On a signal this never returns: the shutdown hook runs {@code goodbye} and halts the JVM with its
     * exit code, since the JVM's own would be 143 or 130.
     */
    public static void during(Stay stay, IntSupplier goodbye) throws InterruptedException {
        var hook = new Thread(() -> Runtime.getRuntime().halt(goodbye.getAsInt()), "sardonyx-goodbye");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            stay.await();
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException told) {
                hook.join();
            }
        }
    }
}
