package io.sardonyx.queue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The content of a broker in memory, shared by its openings: the state with a lock, a timer and the bodies. */
final class MemoryQueues {

    private static final Map<String, MemoryQueues> ALL = new ConcurrentHashMap<>();

    private final String name;
    private final String id = UUID.randomUUID().toString();
    private final QueueState state;
    private final MessageBodies bodies;
    private int openings;

    private @Nullable ScheduledThreadPoolExecutor timer;
    /** When the timer runs next; meaningless while there is none. */
    private long timerNanos;

    MemoryQueues(String name, MessageBodies bodies) {
        this.name = name;
        this.state = new QueueState(address(name));
        this.bodies = bodies;
    }

    static String address(String name) {
        return "memory:" + name;
    }

    /** The content with that name, for one more opening. */
    static MemoryQueues join(String name) {
        return ALL.compute(name, (key, there) -> {
            MemoryQueues queues = there == null ? new MemoryQueues(name, MessageBodies.ofThisProcess()) : there;
            queues.openings++;
            return queues;
        });
    }

    /** Ends one opening; with the last one all content goes. */
    void leave() {
        ALL.computeIfPresent(name, (key, there) -> there != this || --openings > 0 ? there : null);
        if (openings <= 0) {
            end();
        }
    }

    private void end() {
        synchronized (state) {
            if (timer != null) {
                timer.shutdownNow();
            }
        }
        bodies.close();
    }

    String id() {
        return id;
    }

    MessageBodies bodies() {
        return bodies;
    }

    /** Calls the state under the lock, and then, without it, those who have to know. */
    <T> T call(Function<QueueState, T> action) {
        List<Runnable> nudges = List.of();
        try {
            synchronized (state) {
                try {
                    return action.apply(state);
                } finally {
                    schedule();
                    nudges = state.takeNudges();
                }
            }
        } finally {
            nudges.forEach(Runnable::run);
        }
    }

    private void schedule() {
        OptionalLong due = state.nextDueNanos();
        if (due.isEmpty() || timer != null && !timer.getQueue().isEmpty() && timerNanos - due.getAsLong() <= 0) {
            return;
        }
        if (timer == null) {
            timer = new ScheduledThreadPoolExecutor(1, work -> {
                var thread = new Thread(work, "sardonyx-queue-timer");
                thread.setDaemon(true);
                return thread;
            });
        }
        timerNanos = due.getAsLong();
        timer.getQueue().clear();
        var unused = timer.schedule(this::release, timerNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void release() {
        call(state -> {
            state.release(System.nanoTime());
            return true;
        });
    }
}
