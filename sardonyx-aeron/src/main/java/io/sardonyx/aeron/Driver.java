package io.sardonyx.aeron;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The media driver that this process sends and receives through; it may end at any time. */
interface Driver extends AutoCloseable {

    /** Where its files are. */
    Path directory();

    /** For how long its silence is no reason to give it up. */
    Duration patience();

    @Override
    void close();

    /** How one is had, again and again. */
    interface Supply {

        /**
         * One that runs.
         *
         * @throws IOException when there is none now, with what to do
         */
        Driver driver() throws IOException;
    }

    static Supply supply(AeronSettings settings) {
        Path external = settings.external();
        return external == null ? () -> EmbeddedDriver.launch(settings) : () -> ExternalDriver.at(external);
    }
}
