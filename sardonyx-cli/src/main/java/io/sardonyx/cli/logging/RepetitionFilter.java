package io.sardonyx.cli.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * A log filter that throttles a message which a library repeats, as ZooKeeper's client does while disconnected, to one
 * a minute.
 */
final class RepetitionFilter extends Filter<ILoggingEvent> {

    private static final long PAUSE_MILLIS = 60_000;

    private String last = "";
    private long lastMillis;

    @Override
    public synchronized FilterReply decide(ILoggingEvent event) {
        if (event.getLoggerName().startsWith(Logging.OURS)) {
            return FilterReply.NEUTRAL;
        }
        String said = event.getFormattedMessage();
        if (said.equals(last) && event.getTimeStamp() - lastMillis < PAUSE_MILLIS) {
            return FilterReply.DENY;
        }
        last = said;
        lastMillis = event.getTimeStamp();
        return FilterReply.NEUTRAL;
    }
}
