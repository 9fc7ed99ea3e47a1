package io.sardonyx.loop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loggers, created on first use only: initializing the logging framework takes longer than starting a job. */
public final class LazyLoggers {

    private LazyLoggers() {}

    public static Logger of(Class<?> type) {
        return LoggerFactory.getLogger(type);
    }
}
