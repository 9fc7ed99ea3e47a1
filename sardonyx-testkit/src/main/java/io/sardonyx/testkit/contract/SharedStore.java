package io.sardonyx.testkit.contract;

import io.sardonyx.port.Store;
import org.junit.jupiter.api.Assumptions;

/** One store, empty at first and for one test only, as several processes see it. */
public interface SharedStore extends AutoCloseable {

    /** Opens it once more, as another process would. */
    Store open();

    /**
     * Ends the process that {@code opened} stands for as a kill does: nothing is said and nothing is given back. A
     * store that cannot be killed from within skips the tests that need it.
     */
    default void crash(Store opened) {
        Assumptions.abort("this store cannot be killed from within");
    }

    /** Called while a test waits: a store under virtual time lets the next thing happen; false when nothing can. */
    default boolean passTime() {
        return false;
    }

    /** Removes what the test left; all openings are closed or crashed by now. */
    @Override
    default void close() {}
}
