package io.sardonyx.cli.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * Sets up the log of the program: all of it goes to standard error, since standard output is the commands'.
 *
 * <p>Logback finds this class as a service when the first logger is made. It is code and not a file because reading XML
 * would slow down every command that opens a store.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class Logging extends ContextAwareBase implements Configurator {

    /** What all loggers of ours have in front. */
    public static final String OURS = "io.sardonyx";

    /** Complains of every client that goes without a word, which is what clients of a development store do. */
    private static final String SERVER = "org.apache.zookeeper.server";

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

    /** Makes the log as verbose as wished; the level that it has by itself does not even wake it up. */
    public static void at(LogLevel level) {
        if (level != LogLevel.INFO) {
            set((LoggerContext) LoggerFactory.getILoggerFactory(), level);
        }
    }

    /**
     * What fails on purpose, or is told elsewhere, is not logged, unless somebody wished for more than usual. A log
     * that nobody has used yet is not woken up for that.
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
        context.getLogger(OURS).setLevel(level.ours());
    }
}
