package io.sardonyx.engine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loggers, asked for when there is something to say: setting up a log takes longer than starting a job. */
final class Logs {

    private Logs() {}

    static Logger of(Class<?> type) {
        return LoggerFactory.getLogger(type);
    }
}
