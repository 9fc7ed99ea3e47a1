package io.sardonyx.table;

import io.sardonyx.serial.Codecs;
import io.sardonyx.table.StateFile.Chunk;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * All state of one task at one peer, as the task uses it, wherever its rows are: {@link StateTables} has them on the
 * heap.
 *
 * <p>Changes belong to a generation, the number of the checkpoint that will contain them. Functions change rows by
 * handles, which are the tables' own, so that nothing lies in between; only {@link #seek} is called for each segment. A
 * process has one kind of tables, by which that call is a direct one. Confined to the thread of the task's turn.
 */
public interface TaskTables {

    /** The handle by which functions see a state. */
    Object handle(String name);

    /** Makes a key the present one; all handles are about it. */
    void seek(Object key);

    /**
     * Hash of a key.
     *
     * @throws UnstorableState if no state can be found again by it
     */
    long hash(Object key);

    /** Whether there are so few rows that the processor's caches have most of them anyway. */
    boolean isCached();

    /** Brings the rows of keys that come next into the processor's caches, by their hashes; changes nothing. */
    void fetch(long[] hashes, int count);

    /** Makes the key the present one that a task has which does not group its segments. */
    void seekOnly();

    /** What was changed for the present key stays, since it is not the segment of that key that failed. */
    void settle();

    /** Goes to the key of partial totals, and adds them to the states of that key. */
    void merge(PartialTotals partial);

    /** Takes back what was changed for the present key since it was sought. */
    void rollBack();

    /** Begins to iterate over all keys that have state. */
    Keys keys();

    /** Sets whether functions may only read, so that {@link #keys} are each given once. */
    void readOnly(boolean only);

    /** Number of the checkpoint that present changes will belong to. */
    long generation();

    /** Ends the generation: its changes are what the returned file will contain, however long it is written. */
    Frozen freeze(Codecs codecs, IntPredicate wholeCells);

    /** A checkpoint is complete, so nothing before it is ever taken back. */
    void commit(long number);

    /** Whether all changes behind a checkpoint can be taken back. */
    boolean canRewind(long number);

    /** Takes back all changes behind a checkpoint; only what was not yet committed can be. */
    void rewind(long number);

    /** Empties all tables; changes belong to the checkpoint behind that with this number. */
    void reset(long number);

    /** What takes the rows of state files, behind a {@link #reset}; of another job's unless {@code match} is null. */
    Loading loading(Codecs codecs, @Nullable StateMatch match);

    /** Whether rows of any table expire. */
    boolean isTimed();

    /**
     * The time is from now on, in milliseconds; rows that are older than their time to live are there no more.
     *
     * @param millis 0 while it is not known; rows that were written before count as written when it is
     */
    void now(long millis);

    /** Removes some of the rows that have expired: looks at so many rows at most, behind those of the last call. */
    void sweep(int most);

    /** Number of states. */
    int count();

    /** Number of rows of all tables. */
    long rowCount();

    /** Estimate of the bytes that all rows take on the heap, and what is kept to take changes back. */
    long bytes();

    /** How large each state is, as counted while rows change. */
    List<Size> sizes();

    /**
     * Keeps no longer what takes changes back if that outgrows half of the rows, until the next generation; the state
     * is then to be loaded where it could be taken back otherwise.
     */
    void boundUndo();

    /**
     * How large a state is.
     *
     * @param keys number of keys that have something
     * @param bytes estimate of what its rows take on the heap
     */
    record Size(String state, long keys, long bytes) {}

    /** Iteration over all keys that have state, a few at a time; nothing may change meanwhile. */
    interface Keys {

        /** Passes on the next keys, each once, at most so many; whether there may be more. */
        boolean next(int most, Consumer<Object> keys);
    }

    /** A frozen generation, which is written to a state file some rows at a time while functions go on. */
    interface Frozen {

        /**
         * Writes some more rows; whether the file is complete.
         *
         * @param most rows to look at, of which those are written that were not before
         * @throws UnstorableState if a row cannot be stored
         */
        boolean write(int most);

        /** Whether it has all rows of all ranges, so that it needs no other file. */
        boolean isWhole();

        /** Whether there is anything in it. */
        boolean hasChunks();

        List<Chunk> chunks();

        /** The complete file. */
        List<ByteBuffer> content();

        /** Number of bytes that wait on the heap until the file is stored. */
        long bytes();

        /** Number of bytes of the complete file. */
        long size();
    }

    /** What takes the rows of state files. */
    interface Loading {

        /** Number of states of the tables. */
        int count();

        /** Whether files contain the states of the tables and no others, so that they may become part of a chain. */
        boolean readsTheSame();

        /**
         * Checks that the tables need nothing of files, for there are none.
         *
         * @throws DamagedState if a state does not begin empty
         */
        void checkNothing();

        /**
         * Checks that the tables can hold what a file contains.
         *
         * @throws DamagedState that says what is different
         */
        void check(StateFile file);

        /** Whether the state of a chunk is read at all, and not dropped. */
        boolean isRead(StateFile file, Chunk chunk);

        /**
         * Makes the range of a chunk that {@link #isRead}. So it is part of the next whole file even if it has no rows
         * any more, and hides what older files have of it.
         */
        void begin(StateFile file, Chunk chunk);

        /**
         * Adds the rows of a chunk of a file whose key groups are wanted.
         *
         * @throws DamagedState if its checksum is wrong, or a value cannot be read; it names the state
         */
        void read(StateFile file, Chunk chunk, ByteBuffer bytes, IntPredicate wantedGroups);

        /** Reads a whole file that is in memory. */
        void readAll(byte[] file, IntPredicate wantedGroups);
    }
}
