package io.sardonyx.bench.idle;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** One engine with so many jobs, in a JVM of its own: prints cores used, segments a second and garbage. */
public final class IdleCell {

    /* Until the compiler has seen what little there is to do. */
    private static final long WARM_UP_SECONDS = 12;
    private static final long WINDOW_SECONDS = 6;
    private static final int WINDOWS = 3;

    private IdleCell() {}

    public static void main(String[] args) {
        int jobs = Integer.parseInt(args[1]);
        long perSecond = Long.parseLong(args[2]);
        var counted = new LongAdder();
        try (IdleEngine engine = named(args[0])) {
            engine.open(jobs);
            for (int i = 0; i < jobs; i++) {
                engine.submit(i, perSecond, counted::increment);
            }
            pass(WARM_UP_SECONDS);
            for (int i = 0; i < WINDOWS; i++) {
                measure(counted);
            }
        }
        System.exit(0);
    }

    private static void measure(LongAdder counted) {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long began = System.nanoTime();
        long before = counted.sum();
        pass(WINDOW_SECONDS);
        double nanos = System.nanoTime() - began;
        System.out.printf(
                Locale.ROOT,
                "%.3f %.1f%n",
                (system.getProcessCpuTime() - cpu) / nanos,
                (counted.sum() - before) / nanos * TimeUnit.SECONDS.toNanos(1));
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
