package io.sardonyx.bench.work;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where sources and sinks inside an engine report to. One for the whole process, since engines make their own copies of
 * what they are given; hence one trial at a time.
 */
public final class Board {

    private static final AtomicLong BEGAN = new AtomicLong();
    private static final AtomicLong ENDED = new AtomicLong();
    private static final LongAdder DONE = new LongAdder();
    private static final ConcurrentLinkedQueue<Tally> TALLIES = new ConcurrentLinkedQueue<>();

    private Board() {}

    /** Forgets the trial before. */
    public static void clear() {
        BEGAN.set(0);
        DONE.reset();
        TALLIES.clear();
    }

    /** A source is about to make its first input; the first source starts the clock. */
    public static void begin() {
        BEGAN.compareAndSet(0, System.nanoTime());
    }

    /** A sink has seen all it will see; the last one stops the clock. */
    public static void post(Tally tally) {
        TALLIES.add(tally);
        end();
    }

    /**
     * What a sink sees from now on, for sinks of which one says for all of them when there is no more: {@link #end}.
     */
    public static Tally joined() {
        var tally = new Tally();
        TALLIES.add(tally);
        return tally;
    }

    /** All sinks have seen all that they will see. */
    public static void end() {
        ENDED.set(System.nanoTime());
    }

    /** One more of what is counted while a trial runs. */
    public static void did() {
        DONE.increment();
    }

    /** How much was counted so far. */
    public static long done() {
        return DONE.sum();
    }

    /** When the last sink posted. */
    public static long ended() {
        return ENDED.get();
    }

    /** What all sinks saw together, from the first input to the last result. */
    public static Outcome outcome() {
        var all = new Tally();
        TALLIES.forEach(all::add);
        return Outcome.of(all, ENDED.get() - BEGAN.get());
    }
}
