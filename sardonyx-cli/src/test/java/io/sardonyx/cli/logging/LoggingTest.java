package io.sardonyx.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class LoggingTest {

    private static final LoggerContext LOGGERS = (LoggerContext) LoggerFactory.getILoggerFactory();

    private static LoggingEvent event(String logger, Level level, @Nullable Throwable thrown) {
        return new LoggingEvent("", LOGGERS.getLogger(logger), level, "it is {}\nnow", thrown, new Object[] {"so"});
    }

    private static String line(String logger, Level level, Throwable thrown) {
        return new Logging.LogLineLayout().doLayout(event(logger, level, thrown));
    }

    @AfterEach
    void quieten() {
        Logging.set(LOGGERS, LogLevel.INFO);
    }

    @ParameterizedTest
    @CsvSource({
        "ERROR, ERROR, ERROR",
        "WARN, WARN, WARN",
        "INFO, INFO, WARN",
        "DEBUG, DEBUG, INFO",
        "TRACE, TRACE, DEBUG"
    })
    void librariesAreQuieter(LogLevel level, String ours, String libraries) {
        Logging.at(level);
        assertThat(LOGGERS.getLogger("io.sardonyx.group.PeerGroup").getEffectiveLevel())
                .isEqualTo(Level.valueOf(ours));
        assertThat(LOGGERS.getLogger("org.apache.zookeeper.ClientCnxn").getEffectiveLevel())
                .isEqualTo(Level.valueOf(libraries));
    }

    @Test
    void anEventIsOneLine() {
        String thrown = line("org.apache.zookeeper.ClientCnxn", Level.ERROR, new IllegalStateException("no\nway"));
        assertThat(thrown)
                .matches(
                        "\\d\\d:\\d\\d:\\d\\d\\.\\d{3} ERROR ClientCnxn it is so now: IllegalStateException: no way\n");
        assertThat(line("io.sardonyx.store.Watches", Level.WARN, new IllegalStateException()))
                .endsWith(" WARN  Watches it is so now: IllegalStateException\n");
    }

    @Test
    void aLibraryThatRepeatsItselfIsHeardOnceAMinute() {
        var repetition = new Logging.RepetitionFilter();
        LoggingEvent event = event("org.apache.zookeeper.ClientCnxn", Level.WARN, null);
        event.setInstant(Instant.ofEpochSecond(1_000));
        assertThat(repetition.decide(event)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(repetition.decide(event)).isEqualTo(FilterReply.DENY);
        LoggingEvent later = event("org.apache.zookeeper.ClientCnxn", Level.WARN, null);
        later.setInstant(Instant.ofEpochSecond(1_060));
        assertThat(repetition.decide(later)).isEqualTo(FilterReply.NEUTRAL);
        LoggingEvent ours = event("io.sardonyx.store.Watches", Level.WARN, null);
        assertThat(repetition.decide(ours)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(repetition.decide(ours)).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void aBugOfOursHasItsStack() {
        assertThat(line("io.sardonyx.store.Watches", Level.ERROR, new IllegalStateException()))
                .contains("at io.sardonyx.cli.logging.LoggingTest.aBugOfOursHasItsStack");
    }
}
