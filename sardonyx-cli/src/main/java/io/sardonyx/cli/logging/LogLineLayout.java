package io.sardonyx.cli.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import io.sardonyx.json.OneLine;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The log layout, one line per event: time, level, logger without its package, message, and the exception if there is
 * one.
 *
 * <p>Only an exception that our own code logs as an error is a bug, and is printed with its stack trace.
 */
final class LogLineLayout extends LayoutBase<ILoggingEvent> {

    private static final int MAX_LENGTH = 2_000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Override
    public String doLayout(ILoggingEvent event) {
        String logger = event.getLoggerName();
        String text = event.getFormattedMessage();
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            text += ": " + named(thrown);
        }
        String line = String.format(
                Locale.ROOT,
                "%s %-5s %s %s%n",
                TIME.format(event.getInstant()),
                event.getLevel(),
                logger.substring(logger.lastIndexOf('.') + 1),
                OneLine.of(text, MAX_LENGTH));
        return thrown != null && isBug(event) ? line + ThrowableProxyUtil.asString(thrown) : line;
    }

    private static String named(IThrowableProxy thrown) {
        String type = thrown.getClassName();
        String simple = type.substring(type.lastIndexOf('.') + 1);
        return thrown.getMessage() == null ? simple : simple + ": " + thrown.getMessage();
    }

    private static boolean isBug(ILoggingEvent event) {
        return event.getLevel() == Level.ERROR && event.getLoggerName().startsWith(Logging.OURS);
    }
}
