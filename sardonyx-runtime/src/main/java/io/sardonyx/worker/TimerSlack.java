package io.sardonyx.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/**
 * Timer slack of the calling thread, by which Linux may let it sleep longer than asked for, so that timers expire
 * together: 50 µs unless set, which is more than a batch takes through a short job.
 */
final class TimerSlack {

    private static final String NANOS = "1000";

    private TimerSlack() {}

    /** Lets the calling thread be woken on time; where that is not possible, as on other systems, nothing changes. */
    static void shorten() {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc", thread.toString(), "timerslack_ns"), NANOS);
        } catch (IOException | RuntimeException e) {
            LoggerFactory.getLogger(TimerSlack.class).debug("timers of this thread may be late", e);
        }
    }
}
