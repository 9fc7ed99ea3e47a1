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
}
