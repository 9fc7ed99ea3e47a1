package io.sardonyx.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TimerSlackTest {

    private static String slack() {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            return Files.readString(Path.of("/proc", thread.toString(), "timerslack_ns"))
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theTimersOfTheCallingThreadAreOnTimeAndThoseOfOthersAsBefore() throws Exception {
        assumeThat(Path.of("/proc/self/timerslack_ns")).exists();
        String before = slack();
        var found = new CompletableFuture<String>();
        var thread = new Thread(() -> {
            TimerSlack.shorten();
            found.complete(slack());
        });
        thread.start();
        assertThat(found.get()).isEqualTo("1000");
        assertThat(slack()).isEqualTo(before).isNotEqualTo("1000");
    }
}
