package io.sardonyx.zookeeper;

import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what must come, with a limit. */
final class Patience {

    private static final long LIMIT_SECONDS = 40;

    private Patience() {}

    static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    static void eventually(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
                fail("it never came true that " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    static List<String> readAll(io.sardonyx.port.Log log) throws Exception {
        List<String> all = new ArrayList<>();
        var slice = answer(log.read(0, 1000));
        while (!slice.entries().isEmpty()) {
            slice.entries().forEach(entry -> all.add(new String(entry, StandardCharsets.UTF_8)));
            slice = answer(log.read(all.size(), 1000));
        }
        return all;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
