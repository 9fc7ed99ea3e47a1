package io.sardonyx.plugin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Output to a target that applies a batch of rows atomically, such as a database: in a job with checkpoints each row is
 * there once. A connector implements {@link Target} and {@link Staging}, and returns one of these from
 * {@link OutputProvider#open}.
 *
 * <pre>
 *   write ─▶ Staging.write, in chunks ──prepare──▶ names of the chunks ──commit──▶ Target.apply: rows and note
 * </pre>
 *
 * <p>Between two marks rows go to the staging, where they survive a crash and nobody sees them. At commit one
 * transaction applies them together with a note of the writer, which tells the highest fence and the number of the last
 * checkpoint; who commits again finds the number, and does nothing. No transaction is open while the output waits for
 * anything, so none can time out. An instance raises the fence in the note before its first row; from then on those of
 * lower fences cannot apply anything.
 *
 * <p>In a job without checkpoints rows are applied when the output is flushed, at least once, and the fence is checked
 * all the same.
 */
public final class TransactionalOutput implements Output {

    /**
     * The target of a {@link TransactionalOutput}: what applies rows in a transaction, and keeps a note of some 40
     * characters for each writer.
     */
    public interface Target extends AutoCloseable {

        /**
         * The row for a segment, as bytes that {@link #apply} understands.
         *
         * @throws RuntimeException when it can never be written; it is refused then
         */
        byte[] row(Object segment);

        /** The note of a writer; empty if there is none. */
        String note(String writer) throws Exception;

        /**
         * Does in one transaction: replaces the note of a writer, and applies rows in order. Nothing of both may remain
         * if it throws, also what the iteration throws.
         *
         * @param before the note that is replaced, empty if there was none
         * @return false if the note was another one, so that nothing is changed
         */
        boolean apply(String writer, String before, String after, Iterable<byte[]> rows) throws Exception;

        @Override
        default void close() throws IOException {}
    }

    /**
     * Staging of a {@link TransactionalOutput}: named chunks of rows, which survive a crash of the process and are
     * found by all peers of the task, in a table of the target or elsewhere. Names consist of parts separated by
     * slashes.
     */
    public interface Staging extends AutoCloseable {

        /** Writes a chunk under a new name; durable when it returns. */
        void write(String name, byte[] content) throws Exception;

        /** A chunk; empty if it was deleted. */
        Optional<byte[]> read(String name) throws Exception;

        /** The names that begin with a prefix, in any order. */
        List<String> names(String prefix) throws Exception;

        /** Deletes a chunk, if it exists. */
        void delete(String name) throws Exception;

        @Override
        default void close() throws IOException {}
    }

    /** A chunk of this size is staged. */
    private static final int CHUNK_BYTES = 1 << 20;

    /** Two peers may commit the same at a time, and one of them finds another note; more is a fault of the target. */
    private static final int MOST_ATTEMPTS = 100;

    private final Target target;
    private final Staging staging;
    private final String task;
    private final String writer;
    private final long fence;
    private final boolean checkpoints;
    /* Rows that are not staged yet, and the bytes of a chunk of them. */
    private final List<byte[]> rows = new ArrayList<>();
    private int bytes;
    /* Chunks of this instance: staged ones, and of these the ones that are in no bundle yet. */
    private int staged;
    private int bundled;
    private long taken;
    private long settled;
    private boolean claimed;

    /** Both are closed with the output. */
    public TransactionalOutput(TaskContext context, Target target, Staging staging) {
        this.target = target;
        this.staging = staging;
        this.task = escaped(context.job().text()) + "/" + escaped(context.task().text()) + "/";
        this.writer = task + escaped(context.writerId());
        this.fence = context.fence();
        this.checkpoints = context.hasCheckpoints();
    }

    private static String escaped(String name) {
        return name.replace("%", "%25").replace("/", "%2F").replace(" ", "%20").replace("\n", "%0A");
    }

    /** What a target notes for a writer. */
    private record Note(long fence, long checkpoint) {

        static Note of(String text) {
            int at = text.indexOf(' ');
            return at < 0
                    ? new Note(-1, 0)
                    : new Note(Long.parseLong(text.substring(0, at)), Long.parseLong(text.substring(at + 1)));
        }

        @Override
        public String toString() {
            return fence + " " + checkpoint;
        }
    }

    /** Chunks of a checkpoint, from {@code first} on. */
    private record Bundle(String writer, long fence, long checkpoint, int first, int count) {

        static Bundle of(String text) {
            String[] words = text.split(" ", -1);
            return new Bundle(
                    words[0],
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Integer.parseInt(words[3]),
                    Integer.parseInt(words[4]));
        }

        List<String> names() {
            return IntStream.range(first, first + count)
                    .mapToObj(index -> name(writer, fence, index))
                    .toList();
        }

        @Override
        public String toString() {
            return writer + " " + fence + " " + checkpoint + " " + first + " " + count;
        }
    }

    private static String name(String writer, long fence, int index) {
        return writer + "/" + fence + "/" + index;
    }

    @Override
    public int write(Object[] segments, int from, int to) throws Exception {
        int next = from;
        while (next < to && bytes < CHUNK_BYTES) {
            byte[] row;
            try {
                row = target.row(segments[next]);
            } catch (RuntimeException failure) {
                if (next == from) {
                    throw new Refused(failure);
                }
                break;
            }
            rows.add(row);
            bytes += Integer.BYTES + row.length;
            next++;
        }
        taken += next - from;
        if (bytes >= CHUNK_BYTES) {
            flush();
        }
        return next - from;
    }

    @Override
    public long settled() throws Exception {
        if (!checkpoints) {
            flush();
            settled = taken;
        }
        return settled;
    }

    /** Stages what was written, or applies it if there are no checkpoints. */
    private void flush() throws Exception {
        if (rows.isEmpty()) {
            return;
        }
        if (checkpoints) {
            claim();
            ByteBuffer chunk = ByteBuffer.allocate(bytes);
            rows.forEach(row -> chunk.putInt(row.length).put(row));
            staging.write(name(writer, fence, staged), chunk.array());
            staged++;
        } else {
            raise(rows);
        }
        rows.clear();
        bytes = 0;
    }

    /** Begins to write: raises the fence in the note, so that nobody of the past applies any more what is removed. */
    private void claim() throws Exception {
        if (!claimed) {
            raise(List.of());
            remove(writer + "/");
            claimed = true;
        }
    }

    /** Applies rows with the number of the last checkpoint as it is, and this fence. */
    private void raise(Iterable<byte[]> applied) throws Exception {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            String before = target.note(writer);
            Note note = current(before, writer);
            if (target.apply(writer, before, new Note(fence, note.checkpoint).toString(), applied)) {
                return;
            }
        }
        throw contended(writer);
    }

    /** @throws Superseded when it has a higher fence */
    private Note current(String text, String of) throws Superseded {
        Note note = Note.of(text);
        if (note.fence > fence) {
            throw new Superseded(
                    of + " is written under fence " + note.fence + "; this peer, under " + fence + ", is of the past");
        }
        return note;
    }

    private static IOException contended(String of) {
        return new IOException(
                "the note of " + of + " could not be replaced in " + MOST_ATTEMPTS + " attempts; is it kept at all?");
    }

    @Override
    public Optional<String> prepare(long checkpoint) throws Exception {
        flush();
        int first = bundled;
        bundled = staged;
        settled = taken;
        return first == staged
                ? Optional.empty()
                : Optional.of(new Bundle(writer, fence, checkpoint, first, staged - first).toString());
    }

    @Override
    public void commit(String text) throws Exception {
        Bundle bundle = Bundle.of(text);
        int attempt = 0;
        while (!isDone(bundle)) {
            if (++attempt == MOST_ATTEMPTS) {
                throw contended(bundle.writer);
            }
        }
        abort(text);
    }

    /** Applies a bundle, unless it was applied or removed before; false if another peer was faster. */
    private boolean isDone(Bundle bundle) throws Exception {
        String before = target.note(bundle.writer);
        if (Note.of(before).checkpoint >= bundle.checkpoint || !isStaged(bundle)) {
            return true;
        }
        current(before, bundle.writer);
        try {
            String after = new Note(fence, bundle.checkpoint).toString();
            return target.apply(bundle.writer, before, after, () -> rows(bundle.names()));
        } catch (Exception failure) {
            if (isStaged(bundle)) {
                throw failure;
            }
            return false; // another peer has committed it meanwhile, and deleted a chunk
        }
    }

    private boolean isStaged(Bundle bundle) throws Exception {
        return new TreeSet<>(staging.names(bundle.writer + "/" + bundle.fence + "/")).containsAll(bundle.names());
    }

    @Override
    public void abort(String text) throws Exception {
        for (String name : Bundle.of(text).names()) {
            staging.delete(name);
        }
    }

    /** Everything that will ever be committed was; what else is staged by any peer is removed. */
    @Override
    public void seal() throws Exception {
        flush();
        if (checkpoints) {
            remove(task);
        }
    }

    /**
     * Removes chunks that will never be committed; there are none of a higher fence, unless this peer is of the past.
     */
    private void remove(String prefix) throws Exception {
        for (String name : staging.names(prefix)) {
            String before = name.substring(0, name.lastIndexOf('/'));
            long of = Long.parseLong(before.substring(before.lastIndexOf('/') + 1));
            if (of > fence) {
                throw new Superseded(name + " was written under a higher fence; this peer is of the past");
            }
            staging.delete(name);
        }
    }

    /** Rows of chunks, each read when it is needed. */
    private Iterator<byte[]> rows(List<String> names) {
        Iterator<String> left = names.iterator();
        return new Iterator<>() {
            private Iterator<byte[]> present = List.<byte[]>of().iterator();

            @Override
            public boolean hasNext() {
                while (!present.hasNext() && left.hasNext()) {
                    present = rows(content(left.next())).iterator();
                }
                return present.hasNext();
            }

            @Override
            public byte[] next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return present.next();
            }
        };
    }

    private byte[] content(String name) {
        try {
            return staging.read(name).orElseThrow(() -> new IllegalStateException(name + " is no longer staged"));
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(name + " cannot be read: " + failure, failure);
        }
    }

    private static List<byte[]> rows(byte[] content) {
        var rows = new ArrayList<byte[]>();
        for (ByteBuffer left = ByteBuffer.wrap(content); left.hasRemaining(); ) {
            byte[] row = new byte[left.getInt()];
            left.get(row);
            rows.add(row);
        }
        return rows;
    }

    /** True: it waits for the target. */
    @Override
    public boolean blocks() {
        return true;
    }

    @Override
    public void close() throws IOException {
        try (staging) {
            target.close();
        }
    }
}
