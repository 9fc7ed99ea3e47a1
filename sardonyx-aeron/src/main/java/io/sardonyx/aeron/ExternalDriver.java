package io.sardonyx.aeron;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A driver that somebody else started, on this machine; its timeouts are its own. */
record ExternalDriver(Path directory) implements Driver {

    /** Heartbeats are a second apart; a driver that has missed this many may still be writing its last file. */
    private static final Duration FRESH = Duration.ofSeconds(5);

    static Driver at(Path directory) throws IOException {
        if (DriverHeartbeat.age(directory).compareTo(FRESH) > 0) {
            throw new IOException("no media driver is running in " + directory
                    + ": start one there, or leave the option driver=external out");
        }
        return new ExternalDriver(directory);
    }

    /** It does not stop when this process is stopped, so its silence means what it seems to. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** It goes on for others. */
    @Override
    public void close() {}
}
