package io.sardonyx.bench;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.LongTotal;
import io.sardonyx.table.FileChain;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateFileWriter;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
    private final LongTotal total;
    private final KeyType type;
    private final String[] words;
    private FileChain chain = FileChain.empty(1);
    private long checkpoint;

    private StateBenchmarks(int keys, KeyType type) {
        this.keys = keys;
        this.tables = new StateTables(
                List.of(new StateTables.Declaration("sum", StateKind.LONG_TOTAL, null)), codecs.keyGroups(), type);
        this.total = (LongTotal) tables.handle("sum");
        this.type = type;
        this.words = new String[type == KeyType.OBJECT ? keys : 0];
        Arrays.setAll(words, i -> "word" + i);
    }

    private void seek(int key) {
        tables.seek(type == KeyType.LONG ? (Object) (long) key : words[key]);
    }

    public static void main(String[] args) {
        int keys = List.of(args).contains("--quick") ? 1_000_000 : 10_000_000;
        System.out.printf(Locale.ROOT, "Java %s, load average %.1f%n", Runtime.version(), Lap.load());
        new StateBenchmarks(WORDS, KeyType.OBJECT).updates("words");
        new StateBenchmarks(WORDS, KeyType.LONG).updates("whole numbers");
        var many = new StateBenchmarks(keys, KeyType.LONG);
        long before = living();
        many.updates("whole numbers");
        many.heap(before);
        many.turns();
        many.changes();
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
            total.add(i);
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
                total.add(i);
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
                total.add(1);
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
