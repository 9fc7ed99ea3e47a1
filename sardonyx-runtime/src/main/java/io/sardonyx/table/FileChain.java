package io.sardonyx.table;

import io.sardonyx.table.StateFile.Chunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The state files of one peer that a checkpoint consists of, oldest first, and what each range needs of them: its
 * latest whole chunk and all behind it. Immutable; each checkpoint makes the next one.
 *
 * <p>A range is written whole again when its changes outgrow it, when there are too many files, or when files are kept
 * of which little is needed. So compaction is part of writing, and what is kept stays within a few times of what lives.
 */
public final class FileChain {

    /** A file that is stored. */
    public record Stored(String name, long bytes) {}

    /** Number of ranges of each state. */
    public static final int RANGES = StateTable.RANGES;

    private static final int MOST_FILES = 48;
    private static final long SMALL_BYTES = 4 << 10;
    private static final long SLACK_BYTES = 32 << 20;

    private record Member(Stored file, BitSet cells) {}

    private final List<Member> files;
    /* By cell: bytes of the latest whole chunk, and of all chunks behind it; and the file that has the whole one. */
    private final long[] wholeBytes;
    private final long[] changeBytes;
    private final int[] firsts;

    private FileChain(List<Member> files, long[] wholeBytes, long[] changeBytes, int[] firsts) {
        this.files = files;
        this.wholeBytes = wholeBytes;
        this.changeBytes = changeBytes;
        this.firsts = firsts;
    }

    /** A chain without files, of a task with so many states. */
    public static FileChain empty(int states) {
        int cells = states * StateTable.RANGES;
        var firsts = new int[cells];
        Arrays.fill(firsts, -1);
        return new FileChain(List.of(), new long[cells], new long[cells], firsts);
    }

    public List<Stored> files() {
        return files.stream().map(Member::file).toList();
    }

    /** Whether a file is in the chain. */
    public boolean has(Stored file) {
        return files.stream().anyMatch(member -> member.file.equals(file));
    }

    /** Which cells the next file has to contain whole. */
    public IntPredicate wholeCells() {
        long kept = files.stream().mapToLong(member -> member.file.bytes).sum();
        long needed = 0;
        for (int i = 0; i < firsts.length; i++) {
            needed += wholeBytes[i] + changeBytes[i];
        }
        boolean crowded = files.size() >= MOST_FILES || kept > 2 * needed + SLACK_BYTES;
        return cell -> firsts[cell] < 0
                || changeBytes[cell] > Math.max(SMALL_BYTES, wholeBytes[cell])
                || crowded && firsts[cell] == 0;
    }

    /**
     * The chain with one more file; those that no range needs any more are left out.
     *
     * @throws IllegalArgumentException if the file is in the chain: it would hide what came between
     */
    public FileChain with(Stored file, List<Chunk> chunks) {
        if (has(file)) {
            throw new IllegalArgumentException("state file " + file.name + " is in the chain already");
        }
        long[] wholes = wholeBytes.clone();
        long[] changes = changeBytes.clone();
        int[] starts = firsts.clone();
        var cells = new BitSet();
        for (Chunk chunk : chunks) {
            int cell = chunk.table() * StateTable.RANGES + chunk.range();
            cells.set(cell);
            if (chunk.whole() || starts[cell] < 0) {
                starts[cell] = files.size();
                wholes[cell] = chunk.length();
                changes[cell] = 0;
            } else {
                changes[cell] += chunk.length();
            }
        }
        var all = new ArrayList<>(files);
        all.add(new Member(file, cells));
        return compact(all, wholes, changes, starts);
    }

    private static FileChain compact(List<Member> all, long[] wholes, long[] changes, int[] starts) {
        var moved = new int[all.size()];
        var left = new ArrayList<Member>();
        for (int i = 0; i < all.size(); i++) {
            int index = i;
            boolean needed = all.get(i).cells.stream().anyMatch(cell -> starts[cell] >= 0 && starts[cell] <= index);
            moved[i] = left.size();
            if (needed) {
                left.add(all.get(i));
            }
        }
        for (int cell = 0; cell < starts.length; cell++) {
            starts[cell] = starts[cell] < 0 ? -1 : moved[starts[cell]];
        }
        return new FileChain(List.copyOf(left), wholes, changes, starts);
    }

    /** Whether a chunk of a file is needed: it is the latest whole one of its range, or behind it. */
    public boolean needs(Stored file, Chunk chunk) {
        int first = firsts[chunk.table() * StateTable.RANGES + chunk.range()];
        for (int i = Math.max(0, first); i < files.size(); i++) {
            if (files.get(i).file.equals(file)) {
                return first >= 0;
            }
        }
        return false;
    }

    /** The chain without some ranges, which the next file then contains whole. */
    public FileChain withoutRanges(IntPredicate ranges) {
        int[] starts = firsts.clone();
        for (int cell = 0; cell < starts.length; cell++) {
            if (ranges.test(cell % StateTable.RANGES)) {
                starts[cell] = -1;
            }
        }
        return compact(files, wholeBytes, changeBytes, starts);
    }
}
