package io.sardonyx.bench;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Value;
import io.sardonyx.table.FileChain;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateFileWriter;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * What state costs apart from all else, in one thread: an update, the turns in which a checkpoint is made, what it
 * writes, and the heap. All times are of the thread's CPU, which neighbours hardly change.
 */
public final class StateBenchmarks {

    /** As many as a task writes in one turn. */
    private static final int ROWS_PER_TURN = 4096;

    private static final int ROUNDS = 5;
    private static final int WORDS = 10_000;

    private final Codecs codecs = Codecs.builder().build();
    private final int keys;
    private final StateTables tables;
    private final LongConsumer addition;
    private final KeyType type;
    private final String[] words;
    private FileChain chain = FileChain.empty(1);
    private long checkpoint;

    private StateBenchmarks(int keys, KeyType type, StateKind kind) {
        this.keys = keys;
        boolean plain = kind == StateKind.VALUE;
        this.tables = new StateTables(
                List.of(new StateTables.Declaration("sum", kind, null, plain, 0)), codecs.keyGroups(), type);
        this.addition = plain ? toValue(tables.handle("sum")) : ((LongTotal) tables.handle("sum"))::add;
        this.type = type;
        this.words = new String[type == KeyType.OBJECT ? keys : 0];
        Arrays.setAll(words, i -> "word" + i);
    }

    /** As a function adds that takes a {@code Value<Long>}. */
    @SuppressWarnings("unchecked")
    private static LongConsumer toValue(Object handle) {
        var value = (Value<Long>) handle;
        return number -> value.set(value.or(0L) + number);
    }

    private void seek(int key) {
        tables.seek(type == KeyType.LONG ? (Object) (long) key : words[key]);
    }

    public static void main(String[] args) {
        int keys = List.of(args).contains("--quick") ? 1_000_000 : 10_000_000;
        System.out.printf(Locale.ROOT, "Java %s, load average %.1f%n", Runtime.version(), Lap.load());
        for (StateKind kind : List.of(StateKind.LONG_TOTAL, StateKind.VALUE)) {
            System.out.println(kind == StateKind.VALUE ? "Value<Long>" : "LongTotal");
            new StateBenchmarks(WORDS, KeyType.OBJECT, kind).updates("words");
            new StateBenchmarks(WORDS, KeyType.LONG, kind).updates("whole numbers");
            long before = living();
            var many = new StateBenchmarks(keys, KeyType.LONG, kind);
            many.updates("whole numbers");
            many.heap(before);
            many.turns();
            many.changes();
        }
    }

    /** Updates of keys in an order that no cache knows, within one generation after the first round. */
    private void updates(String what) {
        int each = Math.max(1, 4_000_000 / keys);
        double[] nanos = new double[ROUNDS];
        for (int round = -3; round < ROUNDS; round++) {
            long began = cpuNanos();
            for (int i = 0; i < each; i++) {
                addToAll();
            }
            nanos[Math.max(0, round)] = (double) (cpuNanos() - began) / each / keys;
        }
        Arrays.sort(nanos);
        System.out.printf(Locale.ROOT, "update one of %,d %s: %.1f ns%n", keys, what, nanos[ROUNDS / 2]);
    }

    private void addToAll() {
        int at = 0;
        for (int i = 0; i < keys; i++) {
            at = next(at);
            seek(at);
            addition.accept(i);
        }
    }

    /** A step that is prime to all numbers of keys here, so that each is visited once. */
    private int next(int at) {
        return (int) ((at + 7_654_321L) % keys);
    }

    private void heap(long before) {
        store();
        System.out.printf(Locale.ROOT, "heap a key, all written: %.0f bytes%n", (double) (living() - before) / keys);
        addToAll();
        tables.boundUndo();
        System.out.printf(
                Locale.ROOT,
                "heap a key, all changed since the last checkpoint: %.0f bytes%n",
                (double) (living() - before) / keys);
        store();
    }

    /** A checkpoint of all keys, between the turns of which a tenth of them changes. */
    private void turns() {
        addToAll();
        long began = cpuNanos();
        var writer = new StateFileWriter(tables, codecs, chain.wholeCells());
        long freeze = cpuNanos() - began;
        var turns = new long[keys / ROWS_PER_TURN * 4 + 1024];
        int count = 0;
        int at = 0;
        boolean done = false;
        while (!done) {
            for (int i = 0; i < ROWS_PER_TURN / 10; i++) {
                at = next(at);
                seek(at);
                addition.accept(i);
            }
            began = cpuNanos();
            done = writer.write(ROWS_PER_TURN);
            turns[count++] = cpuNanos() - began;
        }
        stored(writer);
        Arrays.sort(turns, 0, count);
        System.out.printf(
                Locale.ROOT,
                "checkpoint of all: freeze %.2f ms, %,d turns of %,d rows, p50 %.2f, p99 %.2f, longest %.2f ms%n",
                freeze / 1e6,
                count,
                ROWS_PER_TURN,
                turns[count / 2] / 1e6,
                turns[count * 99 / 100] / 1e6,
                turns[count - 1] / 1e6);
    }

    /** One key in a hundred changes between checkpoints. */
    private void changes() {
        store();
        long whole = wholeBytes();
        long written = 0;
        int at = 0;
        int checkpoints = 20;
        for (int i = 0; i < checkpoints; i++) {
            for (int j = 0; j < keys / 100; j++) {
                at = next(at);
                seek(at);
                addition.accept(1);
            }
            written += store();
        }
        double changed = (double) whole * checkpoints / 100;
        System.out.printf(
                Locale.ROOT,
                "one key in a hundred changes between %d checkpoints: %,d bytes, %.2f times those that changed%n",
                checkpoints,
                written,
                written / changed);
    }

    /** Bytes of a file of all rows. */
    private long wholeBytes() {
        addToAll();
        chain = FileChain.empty(1);
        return store();
    }

    private long store() {
        var writer = new StateFileWriter(tables, codecs, chain.wholeCells());
        while (!writer.write(ROWS_PER_TURN)) {
            // some more
        }
        return stored(writer);
    }

    private long stored(StateFileWriter writer) {
        checkpoint++;
        chain = chain.with(new FileChain.Stored("file" + checkpoint, writer.size()), writer.chunks());
        tables.commit(checkpoint);
        return writer.size();
    }

    private static long living() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
