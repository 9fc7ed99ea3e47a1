package io.sardonyx.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A media driver that dies costs links, never a frame out of place, and never the wire. */
@Timeout(120)
class LostDriverTest {

    private static final int DEATHS = 5;
    private static final long FRAMES = 300;
    private static final Map<String, String> IMPATIENT = Map.of("silence-seconds", "1");

    @TempDir
    Path temporary;

    @Test
    void theOwnDriverMayDieAtEitherEnd() throws IOException {
        try (var traffic = new Traffic(IMPATIENT, IMPATIENT)) {
            for (int death = 0; death < DEATHS; death++) {
                die(traffic, death % 2 == 0 ? traffic.receiver : traffic.sender);
            }
            assertThat(traffic.breaks()).isGreaterThanOrEqualTo(DEATHS);
        }
    }

    private static void die(Traffic traffic, AeronWire wire) {
        traffic.flow(FRAMES);
        long id = traffic.id();
        Driver driver = wire.driver();
        assertThat(driver).isNotNull();
        driver.close();
        traffic.flowAfter(id, FRAMES);
    }

    @Test
    void anExternalDriverMayBeKilled() throws Exception {
        Path directory = temporary.resolve("driver");
        Map<String, String> external = Map.of("driver", "external", "directory", directory.toString());
        try (var driver = new ForeignDriver(directory)) {
            driver.awaitLife();
            try (var traffic = new Traffic(external, IMPATIENT)) {
                for (int death = 0; death < DEATHS; death++) {
                    traffic.flow(FRAMES);
                    long id = traffic.id();
                    driver.kill();
                    driver.restart();
                    traffic.flowAfter(id, FRAMES);
                }
            }
        }
    }

    @Test
    void whereNoExternalDriverIsTheDirectoryIsNamed() {
        Path directory = temporary.resolve("nobody");
        Map<String, String> external = Map.of("driver", "external", "directory", directory.toString());
        assertThatThrownBy(() -> Traffic.open("a", 0, external))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("start one there");
    }
}
