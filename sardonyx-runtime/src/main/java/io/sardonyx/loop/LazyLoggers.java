package io.sardonyx.loop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loggers, asked for when there is something to say: setting up a log takes longer than starting a job. */
public final class LazyLoggers {

    private LazyLoggers() {}

    public static Logger of(Class<?> type) {
        return LoggerFactory.getLogger(type);
    }
}
