package io.sardonyx.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Base class of the store contracts: a fresh store for each test, two openings of it, and waiting with a timeout. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class StoreContract {

    private SharedStore shared;
    private final List<Store> opened = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private Store here;
    private Store there;

    /** A new, empty store. */
    protected abstract SharedStore fresh();

    /** Timeout for everything that a test waits for. */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @BeforeEach
    final void openTwice() {
        shared = fresh();
        here = open();
        there = open();
    }

    @AfterEach
    final void closeAll() {
        watches.forEach(Watch::close);
        opened.forEach(Store::close);
        shared.close();
    }

    /** The store as opened by one process. */
    protected final Store here() {
        return here;
    }

    /** The same store as opened by another process. */
    protected final Store there() {
        return there;
    }

    /** Opens the store once more; it is closed when the test ends. */
    protected final Store open() {
        Store store = shared.open();
        opened.add(store);
        return store;
    }

    /** Crashes the process of an opening. */
    protected final void crash(Store store) {
        shared.crash(store);
        opened.remove(store);
    }

    /** Closes the watch when the test ends. */
    protected final void keep(Watch watch) {
        watches.add(watch);
    }

    /** Waits for a result, and fails after the timeout. */
    protected final <T> T answer(CompletionStage<T> stage) {
        return await().answer(stage);
    }

    /** Asserts that a call is refused by an exception or a failed stage, and not by a timeout. */
    protected final void assertRefused(Callable<? extends CompletionStage<?>> call) {
        Exception refusal = assertThrows(Exception.class, () -> answer(call.call()));
        if (refusal.getCause() instanceof TimeoutException) {
            fail("neither answered nor refused", refusal);
        }
    }

    /** Waits until the condition is true, and fails after the timeout. */
    protected final void eventually(String what, Callable<Boolean> condition) {
        await().eventually(what, condition);
    }

    private Await await() {
        return new Await(patience(), shared::passTime);
    }

    protected static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    protected static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    /** Random bytes, which do not compress. */
    protected static byte[] noise(int length, int seed) {
        byte[] noise = new byte[length];
        new java.util.Random(seed).nextBytes(noise);
        return noise;
    }

    /**
     * Waiting with a timeout, in real or in virtual time.
     *
     * @param passTime advances virtual time by one event; false when there is none
     */
    record Await(Duration timeout, BooleanSupplier passTime) {

        /** Pause between two checks of a condition. */
        private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

        /** Waits for a result, and fails after the timeout; what failed it is thrown in a CompletionException. */
        <T> T answer(CompletionStage<T> stage) {
            var future = stage.toCompletableFuture();
            while (!future.isDone() && passTime.getAsBoolean()) {
                // each event may complete the future
            }
            try {
                return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException failure) {
                throw new CompletionException(failure.getCause());
            } catch (TimeoutException late) {
                return fail("no answer within " + timeout, late);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return fail("interrupted while waiting for an answer", interrupted);
            }
        }

        void eventually(String what, Callable<Boolean> condition) {
            long start = System.nanoTime();
            while (!holds(condition)) {
                if (System.nanoTime() - start > timeout.toNanos()) {
                    fail("within " + timeout + " it never came true that " + what);
                }
                if (!passTime.getAsBoolean()) {
                    LockSupport.parkNanos(LOOK_AGAIN_NANOS);
                }
            }
        }

        private static boolean holds(Callable<Boolean> condition) {
            try {
                return condition.call();
            } catch (Exception failure) {
                return fail("the condition could not be asked", failure);
            }
        }
    }
}
