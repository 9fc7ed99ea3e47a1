package io.sardonyx.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that was stopped and goes on is reached again, with the driver it had. */
@Timeout(60)
class PausedProcessTest {

    private static final Map<String, String> IMPATIENT = Map.of("silence-seconds", "1");

    @Test
    void whoWasStoppedIsLostAndThenReachedAgain() throws Exception {
        Process process = listener();
        try (AeronWire wire = Traffic.open("a", 0, IMPATIENT);
                BufferedReader said = process.inputReader()) {
            var site = new Site(said.readLine());
            String driver = said.readLine();
            Wire.Link link = wire.link(site);
            await(link::isUp);
            signal(process, "STOP");
            await(() -> !link.isOpen());
            assertThat(link.problem()).contains("has lost " + site);
            signal(process, "CONT");
            Wire.Link[] fresh = {wire.link(site)};
            await(() -> {
                if (!fresh[0].isOpen()) {
                    fresh[0] = wire.link(site);
                }
                return fresh[0].isUp();
            });
            await(() -> fresh[0].offer(ByteBuffer.allocate(1)));
            assertThat(said.readLine()).isEqualTo(driver);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static void signal(Process process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static Process listener() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "-Xmx128m",
                        "--add-exports",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Listener.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Says where it is, and which driver it has: first at once, then with the first frame that comes. */
    static final class Listener {

        private Listener() {}

        public static void main(String[] arguments) throws IOException {
            AeronWire wire = Traffic.open("b", 0, IMPATIENT);
            System.out.println(wire.site());
            sayDriver(wire);
            var inbound = new Wire.Inbound() {
                @Override
                public void frame(Site from, ByteBuffer frame) {
                    sayDriver(wire);
                }

                @Override
                public void broken(Site from) {}
            };
            await(() -> wire.poll(inbound, 1) > 0);
            await(() -> false);
        }

        private static void sayDriver(AeronWire wire) {
            Driver driver = wire.driver();
            System.out.println(driver == null ? "none" : driver.directory());
        }
    }
}
