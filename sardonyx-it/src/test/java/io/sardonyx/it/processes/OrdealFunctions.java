package io.sardonyx.it.processes;

/** What the job of an ordeal does; public, since the job names it. */
public final class OrdealFunctions {

    static final String NAME = "io.sardonyx.it.processes.OrdealFunctions";

    private static final int KEYS = 1_009;

    private OrdealFunctions() {}

    public static long same(long number) {
        return number;
    }

    public static long key(long number) {
        return number % KEYS;
    }

    /** Ends its process at one segment, as a function does that takes all memory or crashes the JVM. */
    public static void end(long number) {
        if (number == 100) {
            Runtime.getRuntime().halt(3);
        }
    }
}
