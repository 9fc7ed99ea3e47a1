package io.sardonyx;

import io.sardonyx.claim.CallTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task that was submitted to nodes: {@code nodes.submit(task).onDone(print).onFailureOrTimeout(alarm)}.
 *
 * <p>Exactly one of the two happens, once, as long as its {@link Nodes} is open: callbacks run one after the other on a
 * thread of that, and one that is added later runs at once. A task whose node dies is run again by another, unless it
 * was submitted to that very node; so a task may run more than once. All methods may be called from any thread.
 *
 * @param <R> what the task gives back; Void for none
 */
public final class Execution<R> {

    /** State of a submitted task, as its document told last. */
    public enum State {
        /** No node has it. */
        WAITING,
        RUNNING,
        DONE,
        /** It threw as often as nodes try, or it cannot run there. */
        FAILED,
        TIMED_OUT,
        CANCELLED;

        /** Whether it will not change any more. */
        public boolean isOver() {
            return this != WAITING && this != RUNNING;
        }
    }

    private final Nodes nodes;
    private final String id;
    private final CallTask call;
    private final long submittedNanos = System.nanoTime();
    private final CountDownLatch over = new CountDownLatch(1);
    /* Guarded by this, until it is over. */
    private final List<Runnable> callbacks = new ArrayList<>();
    private volatile State state = State.WAITING;
    private volatile String progress = "";
    private volatile String failure = "";
    private volatile @Nullable String node;
    private volatile @Nullable R result;

    Execution(Nodes nodes, String id, CallTask call) {
        this.nodes = nodes;
        this.id = id;
        this.call = call;
    }

    /** Name of its partition of the job {@code executor}, for tools. */
    public String id() {
        return id;
    }

    public State state() {
        return state;
    }

    /** What the task reported last, as far as it is stored; empty for nothing. */
    public String progress() {
        return progress;
    }

    /** Why it failed, timed out or was cancelled; empty otherwise. */
    public String failure() {
        return failure;
    }

    /** The node that runs it, or ran it last, as far as is known. */
    public Optional<String> node() {
        return Optional.ofNullable(node);
    }

    /** Calls back with the result when the task is done. */
    public Execution<R> onDone(Consumer<? super @Nullable R> callback) {
        return whenOver(() -> {
            if (state == State.DONE) {
                callback.accept(result);
            }
        });
    }

    /** Calls back when the task has failed, took longer than its timeout, or was cancelled. */
    public Execution<R> onFailureOrTimeout(Runnable callback) {
        return whenOver(() -> {
            if (state != State.DONE) {
                callback.run();
            }
        });
    }

    private synchronized Execution<R> whenOver(Runnable callback) {
        if (state.isOver()) {
            nodes.callBack(callback);
        } else {
            callbacks.add(callback);
        }
        return this;
    }

    /**
     * Waits for the result.
     *
     * @throws TimeoutException if it is not over after this time; it goes on
     * @throws IllegalStateException if it was not done, with the reason
     */
    public @Nullable R await(Duration atMost) throws InterruptedException, TimeoutException {
        if (!over.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("task " + id + " is " + state + " after " + atMost);
        }
        if (state != State.DONE) {
            throw new IllegalStateException("task " + id + " is " + state + ": " + failure);
        }
        return result;
    }

    /**
     * Cancels it, unless it is over. A node that runs it notices when it next renews its lease, and interrupts it.
     *
     * @return whether it is cancelled
     */
    public boolean cancel() {
        nodes.end(this, State.CANCELLED, "it was cancelled");
        return state == State.CANCELLED;
    }

    /**
     * Submits the same task once more, to any node and with the same timeout. The new submission is stored before this
     * one is forgotten.
     */
    public Execution<R> again() {
        return nodes.submit(new CallTask(call.lambda(), null, call.timeoutMillis()));
    }

    CallTask call() {
        return call;
    }

    boolean isLate(long nowNanos) {
        return call.timeoutMillis() > 0
                && TimeUnit.NANOSECONDS.toMillis(nowNanos - submittedNanos) >= call.timeoutMillis();
    }

    /** Takes note of what its document tells while it is not over. */
    synchronized void saw(State now, @Nullable String by, String told) {
        if (!state.isOver()) {
            state = now;
            node = by == null ? node : by;
            progress = told;
        }
    }

    /** Ends it, once; returns the callbacks to be run. */
    @SuppressWarnings("unchecked") // The task gave it back as an R.
    synchronized List<Runnable> ended(State end, String reason, @Nullable Object value) {
        if (state.isOver()) {
            return List.of();
        }
        result = (R) value;
        failure = reason;
        state = end;
        over.countDown();
        var all = List.copyOf(callbacks);
        callbacks.clear();
        return all;
    }

    @Override
    public String toString() {
        return "task " + id + " of " + call.lambda().type() + " is " + state
                + (failure.isEmpty() ? "" : ": " + failure);
    }
}
