package io.sardonyx.testkit.contract;

import io.sardonyx.port.Broker;
import io.sardonyx.port.QueueName;
import org.junit.jupiter.api.Assumptions;

/**
 * Fixture of the broker contract: one broker, empty at first and used by one test, that is connected to as by several
 * processes.
 */
public interface SharedBroker extends AutoCloseable {

    /** Connects once more, as another process would. */
    Broker open();

    /** Crashes the process that {@code opened} stands for, without closing its sessions. */
    void crash(Broker opened);

    /** Crashes the broker itself and starts it again; one that cannot do this skips the tests that need it. */
    default void restart() {
        Assumptions.abort("this broker does not survive its own crash");
    }

    /** Puts a message into a queue by other means than ours; a broker that has none skips the tests that need it. */
    default void putForeignMessage(QueueName queue) {
        Assumptions.abort("this broker has no other clients");
    }

    /** Advances a broker in virtual time by one event while a test waits; returns false when there is none. */
    default boolean passTime() {
        return false;
    }

    /** Removes what the test left behind; all connections are closed or crashed by now. */
    @Override
    default void close() {}
}
