package io.sardonyx.aeron;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A handle of the media driver that this process uses; the driver may stop at any time. */
interface Driver extends AutoCloseable {

    /** Directory of the driver's files. */
    Path directory();

    /** Timeout of the driver's heartbeat for Aeron's client. */
    Duration patience();

    @Override
    void close();

    /** A factory of driver handles, used for each reconnect. */
    interface Supply {

        /**
         * A running driver.
         *
         * @throws IOException when there is none at present; the message tells what to do
         */
        Driver driver() throws IOException;
    }

    static Supply supply(AeronSettings settings) {
        Path external = settings.external();
        return external == null ? () -> EmbeddedDriver.launch(settings) : () -> ExternalDriver.at(external);
    }

    /** An external media driver on this machine, started by an operator; its timeouts are its own. */
    record ExternalDriver(Path directory) implements Driver {

        /** Age of a heartbeat up to which the driver counts as running; heartbeats are a second apart. */
        private static final Duration FRESH = Duration.ofSeconds(5);

        static Driver at(Path directory) throws IOException {
            if (DriverHeartbeat.age(directory).compareTo(FRESH) > 0) {
                throw new IOException("no media driver is running in " + directory
                        + ": start one there, or leave the option driver=external out");
            }
            return new ExternalDriver(directory);
        }

        /**
         * Aeron's default: the driver is not paused together with this process, so a missing heartbeat means that it is
         * gone.
         */
        @Override
        public Duration patience() {
            return Duration.ofSeconds(10);
        }

        /** Does nothing: the driver keeps running for other clients. */
        @Override
        public void close() {}
    }
}
