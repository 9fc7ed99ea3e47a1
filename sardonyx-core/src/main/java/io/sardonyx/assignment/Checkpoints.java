package io.sardonyx.assignment;

import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of a job that matter now.
 *
 * @param base the one that everybody has started from at the present fence; null for the beginning
 * @param kept the latest ones, in order, from which the job can be resumed; the last is the latest
 * @param named those that are kept under a name, whatever comes after them
 * @param resumed the checkpoint of another job that this one began with, or null
 * @param stopping whether the next checkpoint that the keeper begins is the last
 * @param rewinds how often everybody went back to a checkpoint
 */
public record Checkpoints(
        @Nullable CompletedCheckpoint base,
        List<CompletedCheckpoint> kept,
        SortedTable<String, CompletedCheckpoint> named,
        @Nullable CompletedCheckpoint resumed,
        boolean stopping,
        Rewinds rewinds) {

    /** A job without checkpoints, or before its first. */
    public static final Checkpoints NONE =
            new Checkpoints(null, List.of(), SortedTable.empty(), null, false, Rewinds.NONE);

    /** Most names that the checkpoints of a job have at a time. */
    public static final int MOST_NAMES = 100;

    /** Longest name of a checkpoint in characters. */
    public static final int LONGEST_NAME = 100;

    public Checkpoints {
        kept = List.copyOf(kept);
    }

    /**
     * Checks the name of a checkpoint: letters, digits, dots, hyphens and underscores, and not a number.
     *
     * @throws IllegalArgumentException for any other
     */
    public static String checkedName(String name) {
        boolean number = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!digit && !letter && c != '.' && c != '-' && c != '_') {
                throw new IllegalArgumentException(
                        "the name of a checkpoint has letters, digits, '.', '-' and '_', so \"" + name + "\" is none");
            }
            number &= digit;
        }
        if (number || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name of a checkpoint has 1 to " + LONGEST_NAME
                    + " characters and is not a number, so \"" + name + "\" is none");
        }
        return name;
    }

    /** The checkpoint that was completed last, which is the base of the next fence; null before the first. */
    public @Nullable CompletedCheckpoint latest() {
        return kept.isEmpty() ? resumed : kept.get(kept.size() - 1);
    }

    /**
     * With another completed checkpoint, which pushes out the oldest.
     *
     * @param keep how many are kept
     */
    public Checkpoints completed(CompletedCheckpoint checkpoint, int keep) {
        var window = new ArrayList<CompletedCheckpoint>(kept);
        window.add(checkpoint);
        int from = Math.max(0, window.size() - Math.max(1, keep));
        return new Checkpoints(base, window.subList(from, window.size()), named, resumed, stopping, rewinds);
    }

    /** At a new fence: everybody starts from the latest. */
    public Checkpoints rebased() {
        CompletedCheckpoint latest = latest();
        return Objects.equals(base, latest) ? this : new Checkpoints(latest, kept, named, resumed, stopping, rewinds);
    }

    /** With one more rewind, for which nothing else changes. */
    public Checkpoints rewound(long position, String reason) {
        return new Checkpoints(base, kept, named, resumed, stopping, rewinds.and(position, reason));
    }

    /** Of a job that begins with a checkpoint of another one. */
    public static Checkpoints resuming(CompletedCheckpoint checkpoint) {
        return new Checkpoints(checkpoint, List.of(), SortedTable.empty(), checkpoint, false, Rewinds.NONE);
    }

    /** Of a job that is to make a last one. */
    public Checkpoints stopped() {
        return new Checkpoints(base, kept, named, resumed, true, rewinds);
    }

    /** What is left of them when the job has ended: nobody starts from a base any more. */
    public Checkpoints ended() {
        return this == NONE ? NONE : new Checkpoints(null, kept, named, resumed, false, rewinds);
    }

    /** With a name for a checkpoint. */
    public Checkpoints with(String name, CompletedCheckpoint checkpoint) {
        return new Checkpoints(base, kept, named.with(name, checkpoint), resumed, stopping, rewinds);
    }

    /** Without a name; its checkpoint is kept only as long as it is one of the latest. */
    public Checkpoints without(String name) {
        return new Checkpoints(base, kept, named.without(name), resumed, stopping, rewinds);
    }

    /** The checkpoint of that number, if it is kept as one of the latest or under a name; else null. */
    public @Nullable CompletedCheckpoint numbered(long number) {
        for (CompletedCheckpoint checkpoint : kept) {
            if (checkpoint.number() == number) {
                return checkpoint;
            }
        }
        for (CompletedCheckpoint checkpoint : named.values()) {
            if (checkpoint.number() == number) {
                return checkpoint;
            }
        }
        return null;
    }

    /** All that the job itself may have to read: the base, and those that are kept or named. */
    public List<CompletedCheckpoint> all() {
        var all = new ArrayList<CompletedCheckpoint>(kept);
        all.addAll(named.values());
        if (base != null) {
            all.add(base);
        }
        return all;
    }

    /** Number of the latest checkpoint, 0 if there is none. */
    public long latestNumber() {
        CompletedCheckpoint latest = latest();
        return latest == null ? 0 : latest.number();
    }

    /** Number of the base, 0 if everybody started from the beginning. */
    public long baseNumber() {
        return base == null ? 0 : base.number();
    }
}
