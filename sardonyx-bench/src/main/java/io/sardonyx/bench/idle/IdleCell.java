package io.sardonyx.bench.idle;

import com.sun.management.ThreadMXBean;
import io.sardonyx.bench.race.Machine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** One engine with so many jobs, in a JVM of its own: finds a {@link Window} for each while that it looked. */
final class IdleCell {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private IdleCell() {}

    /** Takes engine, jobs, segments a second, seconds to warm up, seconds of a window, windows, and the file. */
    public static void main(String[] args) throws IOException {
        int jobs = Integer.parseInt(args[1]);
        long perSecond = Long.parseLong(args[2]);
        var counted = new LongAdder();
        var windows = new ArrayList<String>();
        try (IdleEngine engine = named(args[0])) {
            engine.open(jobs);
            for (int i = 0; i < jobs; i++) {
                engine.submit(i, perSecond, counted::increment);
            }
            pass(Long.parseLong(args[3])); // until the compiler has seen what little there is to do
            for (int i = 0; i < Integer.parseInt(args[5]); i++) {
                windows.add(measured(counted, Long.parseLong(args[4])).line());
            }
            Files.write(Path.of(args[6]), windows);
        }
        System.exit(0); // an engine's threads may linger
    }

    private static Window measured(LongAdder counted, long seconds) {
        Machine before = Machine.now();
        long began = System.nanoTime();
        long segments = counted.sum();
        long bytes = allocatedBytes();
        pass(seconds);
        double nanos = System.nanoTime() - began;
        Machine used = Machine.now().since(before);
        return new Window(
                used.cpuNanos() / nanos,
                (counted.sum() - segments) / nanos * TimeUnit.SECONDS.toNanos(1),
                (allocatedBytes() - bytes) / nanos * 1e3,
                used.othersNanos() / nanos);
    }

    /** Of all threads that live; those of an engine do not come and go while its jobs only run. */
    private static long allocatedBytes() {
        long[] all = THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds());
        return LongStream.of(all).filter(it -> it > 0).sum();
    }

    private static void pass(long seconds) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static IdleEngine named(String name) {
        return ServiceLoader.load(IdleEngine.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine is called " + name));
    }
}
