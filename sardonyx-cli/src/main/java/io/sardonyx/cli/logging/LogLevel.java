package io.sardonyx.cli.logging;

import ch.qos.logback.classic.Level;

/**
 * The log level of the option {@code --log-level}; libraries log one level less, but their warnings are shown by
 * default.
 */
public enum LogLevel {
    ERROR(Level.ERROR, Level.ERROR),
    WARN(Level.WARN, Level.WARN),
    INFO(Level.INFO, Level.WARN),
    DEBUG(Level.DEBUG, Level.INFO),
    TRACE(Level.TRACE, Level.DEBUG);

    private final Level ours;
    private final Level libraries;

    LogLevel(Level ours, Level libraries) {
        this.ours = ours;
        this.libraries = libraries;
    }

    Level ours() {
        return ours;
    }

    Level libraries() {
        return libraries;
    }
}
