package io.sardonyx.cli.logging;

import ch.qos.logback.classic.Level;

/** How much is logged; the libraries we stand on are one level quieter than we are, but are heard when they warn. */
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
