package io.sardonyx.cli.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import io.sardonyx.json.OneLine;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * The Logback configuration of the program: everything goes to standard error, since standard output is the commands'.
 *
 * <p>Logback finds this class by the service loader when the first logger is created. It is code and not a file because
 * parsing XML would slow down every command that opens a store.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class Logging extends ContextAwareBase implements Configurator {

    /** Prefix of our own loggers. */
    public static final String OURS = "io.sardonyx";

    /**
     * Logger of ZooKeeper's server, which warns of every client that disconnects without closing its session, as is
     * usual in development.
     */
    private static final String SERVER = "org.apache.zookeeper.server";

    /** Loggers of Artemis, which tell of every connection and every queue. */
    private static final List<String> BROKER = List.of("org.apache.activemq.audit", "org.apache.activemq.artemis");

    /** Loggers to silence, kept for the case that Logback is not configured yet. */
    private static final Set<String> HUSHED = ConcurrentHashMap.newKeySet();

    private static volatile boolean configured;

    /** For the service loader. */
    public Logging() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        var layout = new LogLineLayout();
        layout.setContext(context);
        layout.start();
        var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
        encoder.setContext(context);
        encoder.setLayout(layout);
        encoder.start();
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.addFilter(new RepetitionFilter());
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        set(context, LogLevel.INFO);
        configured = true;
        HUSHED.forEach(loggers -> hush(context, loggers));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Sets the log level; the default level does not even initialize Logback. */
    public static void at(LogLevel level) {
        if (level != LogLevel.INFO) {
            set((LoggerContext) LoggerFactory.getILoggerFactory(), level);
        }
    }

    /**
     * Silences loggers up to warnings, unless a level other than the default is set; for failures that are expected or
     * reported elsewhere. Does not initialize Logback.
     */
    public static void hush(String loggers) {
        HUSHED.add(loggers);
        if (configured) {
            hush((LoggerContext) LoggerFactory.getILoggerFactory(), loggers);
        }
    }

    private static void hush(LoggerContext context, String loggers) {
        if (context.getLogger(OURS).getLevel() == LogLevel.INFO.ours()) {
            context.getLogger(loggers).setLevel(Level.ERROR);
        }
    }

    static void set(LoggerContext context, LogLevel level) {
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level.libraries());
        context.getLogger(SERVER).setLevel(level.libraries() == Level.WARN ? Level.ERROR : level.libraries());
        for (String loggers : BROKER) {
            context.getLogger(loggers).setLevel(level.libraries() == Level.WARN ? Level.ERROR : level.libraries());
        }
        context.getLogger(OURS).setLevel(level.ours());
    }

    /**
     * The log layout, one line per event: time, level, logger without its package, message, and the exception if there
     * is one.
     *
     * <p>Only an exception that our own code logs as an error is a bug, and is printed with its stack trace.
     */
    static final class LogLineLayout extends LayoutBase<ILoggingEvent> {

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

    /**
     * A log filter that throttles a message which a library repeats, as ZooKeeper's client does while disconnected, to
     * one a minute.
     */
    static final class RepetitionFilter extends Filter<ILoggingEvent> {

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
}
