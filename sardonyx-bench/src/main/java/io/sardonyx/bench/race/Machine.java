package io.sardonyx.bench.race;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;

/** What the machine used so far, and this process with those that it started and that still run. */
public record Machine(long cpuNanos, long othersNanos) {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** The kernel counts in hundredths of a second. */
    private static final long TICK_NANOS = 10_000_000;

    /** Of the columns after the name, those that are neither idle, nor waiting, nor part of another. */
    private static final int[] BUSY = {1, 2, 3, 6, 7, 8};

    public static Machine now() {
        long own = SYSTEM.getProcessCpuTime() + cpuNanosOfChildren();
        return new Machine(own, busyTicks(firstLine(Path.of("/proc/stat"))) * TICK_NANOS - own);
    }

    private static long cpuNanosOfChildren() {
        return ProcessHandle.current()
                .children()
                .mapToLong(
                        it -> it.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    /** What was used since an earlier moment; ticks are coarse, so a moment may seem to have used less than nothing. */
    public Machine since(Machine before) {
        return new Machine(cpuNanos - before.cpuNanos, Math.max(0, othersNanos - before.othersNanos));
    }

    static long busyTicks(String line) {
        String[] columns = line.split(" +", -1);
        return IntStream.of(BUSY).mapToLong(i -> Long.parseLong(columns[i])).sum();
    }

    /** What of this process is in memory. */
    static long residentKibibytes() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String firstLine(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
