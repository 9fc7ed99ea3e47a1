package io.sardonyx.testkit.contract;

import io.sardonyx.port.Store;
import org.junit.jupiter.api.Assumptions;

/**
 * Fixture of the store contracts: one store, empty at first and used by one test, that is opened as by several
 * processes.
 */
public interface SharedStore extends AutoCloseable {

    /** Opens the store once more, as another process would. */
    Store open();

    /**
     * Crashes the process that {@code opened} stands for, without closing its session or releasing its leases. A store
     * that cannot do this from within the JVM skips the tests that need it.
     */
    default void crash(Store opened) {
        Assumptions.abort("this store cannot be killed from within");
    }

    /** Advances a store in virtual time by one event while a test waits; returns false when there is none. */
    default boolean passTime() {
        return false;
    }

    /** Removes what the test left behind; all openings are closed or crashed by now. */
    @Override
    default void close() {}
}
