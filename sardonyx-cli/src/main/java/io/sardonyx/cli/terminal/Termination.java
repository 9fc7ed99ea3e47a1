package io.sardonyx.cli.terminal;

import java.util.function.IntSupplier;

/** How a command that stays ends when it is told to, by SIGTERM or SIGINT. */
public final class Termination {

    private Termination() {}

    /** Returns when what the command does is over by itself. */
    public interface Stay {
        void await() throws InterruptedException;
    }

    /**
     * Stays; when told to stop meanwhile it never returns: the process ends after its good-bye, with that exit code.
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
