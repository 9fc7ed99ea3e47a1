package io.sardonyx.task.state;

import io.sardonyx.content.StatePart;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Unreadable;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.table.DamagedState;
import io.sardonyx.table.FileChain;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.StateFile;
import io.sardonyx.table.StateFile.Chunk;
import io.sardonyx.table.TaskTables;
import io.sardonyx.task.input.StoreQuery;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads the state of a peer from a checkpoint: from the files of all peers that owned any of its key groups then, one
 * read at a time. Confined to the thread of the task's turn.
 */
final class StateLoader {

    /** Bytes that are read at a time, if chunks are side by side. */
    private static final int READ_BYTES = 4 << 20;

    /** A read of one file: the chunks in it, which are side by side. */
    private record Read(String name, StateFile file, long from, int length, List<Chunk> chunks, KeyGroupSet groups) {}

    private final TaskTables.Loading reader;
    private final KeyGroupSet wanted;
    private final Supplier<@Nullable Blobs> blobs;
    private final StoreQuery store;
    private final int states;
    private final ArrayDeque<StatePart> parts = new ArrayDeque<>();
    private final ArrayDeque<Read> reads = new ArrayDeque<>();
    /* What was read of a chunk that is longer than one read may be. */
    private @Nullable ByteBuffer begun;
    /* Of the part whose footers are being read. */
    private final List<StateFile> footers = new ArrayList<>();
    private StateFile.@Nullable Footer nextFooter;
    private FileChain chain;
    private boolean closed;
    /* By range, how many parts contain groups of it that are wanted. */
    private final int[] sources = new int[FileChain.RANGES];
    /* Ranges that are written whole next, since a file that has them is not taken into the chain. */
    private final BitSet unchained = new BitSet();

    /**
     * Loads at once what is in the manifest.
     *
     * @throws BadInput if that is damaged
     */
    StateLoader(
            TaskTables.Loading reader,
            KeyGroupSet wanted,
            List<StatePart> parts,
            Supplier<@Nullable Blobs> blobs,
            StoreQuery store) {
        this.reader = reader;
        this.wanted = wanted;
        this.blobs = blobs;
        this.store = store;
        this.states = reader.count();
        this.chain = FileChain.empty(states);
        parts.stream().filter(part -> !readInline(part)).forEach(this.parts::add);
    }

    /** Reads a part that is in the manifest; whether it was. */
    private boolean readInline(StatePart part) {
        String inline = part.inline();
        if (inline != null) {
            KeyGroupSet groups = wanted.and(KeyGroupSet.parse(part.groups()));
            if (!groups.isEmpty()) {
                byte[] file = Base64.getDecoder().decode(inline);
                accept("what is in the manifest: ", ByteBuffer.wrap(file), bytes -> reader.readAll(file, groups));
                count(groups);
            }
        }
        return inline != null;
    }

    /** Goes on loading; whether all is loaded. */
    boolean tend(long nowNanos) {
        while (!store.isAsking() && store.isDue(nowNanos)) {
            Read read = reads.peek();
            StatePart part = parts.peek();
            if (read != null) {
                ask(read);
            } else if (part == null) {
                return true;
            } else {
                next(part);
            }
        }
        return false;
    }

    /** What the state consists of, once all is loaded. */
    FileChain chain() {
        return chain.withoutRanges(range -> sources[range] > 1 || unchained.get(range));
    }

    private void next(StatePart part) {
        KeyGroupSet groups = wanted.and(KeyGroupSet.parse(part.groups()));
        if (groups.isEmpty()) {
            parts.remove();
        } else if (footers.size() < part.files().size()) {
            readFooter(part.files().get(footers.size()));
        } else {
            plan(part, groups);
            count(groups);
            footers.clear();
            parts.remove();
        }
    }

    private void count(KeyGroupSet groups) {
        for (int range = 0; range < sources.length; range++) {
            sources[range] += groups.hasAnyOfRange(range) ? 1 : 0;
        }
    }

    private void readFooter(StatePart.File file) {
        StateFile.Footer known = nextFooter;
        if (known == null) {
            ask(file.name(), file.bytes() - StateFile.TRAILER, StateFile.TRAILER, bytes -> {
                StateFile.Footer footer = StateFile.Footer.read(bytes);
                long length = footerBytes(file, footer);
                if (footer.offset() < 0 || length <= 0 || length > Blobs.MAX_READ_BYTES) {
                    throw new DamagedState("it has no footer where its trailer says");
                }
                nextFooter = footer;
            });
            return;
        }
        ask(file.name(), known.offset(), (int) footerBytes(file, known), bytes -> {
            StateFile read = StateFile.read(bytes, known);
            reader.check(read);
            footers.add(read);
            nextFooter = null;
        });
    }

    private static long footerBytes(StatePart.File file, StateFile.Footer footer) {
        return file.bytes() - StateFile.TRAILER - footer.offset();
    }

    /** Plans the reads of a part: of each range the latest whole chunk, and all behind it. */
    private void plan(StatePart part, KeyGroupSet groups) {
        FileChain own = FileChain.empty(
                footers.stream().mapToInt(file -> file.states().size()).max().orElse(states));
        for (int i = 0; i < footers.size(); i++) {
            StatePart.File file = part.files().get(i);
            own = own.with(
                    new FileChain.Stored(file.name(), file.bytes()),
                    footers.get(i).chunks());
        }
        for (int i = 0; i < footers.size(); i++) {
            StatePart.File file = part.files().get(i);
            var stored = new FileChain.Stored(file.name(), file.bytes());
            FileChain all = own;
            StateFile footer = footers.get(i);
            List<Chunk> needed = footer.chunks().stream()
                    .filter(chunk -> all.needs(stored, chunk)
                            && groups.hasAnyOfRange(chunk.range())
                            && reader.isRead(footer, chunk))
                    .toList();
            needed.forEach(chunk -> reader.begin(footer, chunk));
            together(file.name(), footer, needed, groups);
            if (!reader.readsTheSame() || chain.has(stored) || hasOthers(footer, groups)) {
                needed.forEach(chunk -> unchained.set(chunk.range()));
            } else {
                chain = chain.with(stored, needed);
            }
        }
    }

    /**
     * Whether a file has chunks of ranges that are wanted, but of another part: what they were before they moved there.
     * In the same chain as that part's files, they would be taken for later ones.
     */
    private boolean hasOthers(StateFile file, KeyGroupSet groups) {
        return file.chunks().stream()
                .anyMatch(chunk -> wanted.hasAnyOfRange(chunk.range()) && !groups.hasAnyOfRange(chunk.range()));
    }

    private void together(String name, StateFile file, List<Chunk> chunks, KeyGroupSet groups) {
        for (int i = 0; i < chunks.size(); ) {
            long from = chunks.get(i).offset();
            long end = from;
            var side = new ArrayList<Chunk>();
            while (i < chunks.size()
                    && chunks.get(i).offset() == end
                    && (side.isEmpty() || end + chunks.get(i).length() - from <= READ_BYTES)) {
                end += chunks.get(i).length();
                side.add(chunks.get(i));
                i++;
            }
            if (end > from) {
                reads.add(new Read(name, file, from, (int) (end - from), side, groups));
            }
        }
    }

    /** Asks for a read, or for the next piece of one that is a chunk of more bytes than the store gives at once. */
    private void ask(Read read) {
        if (read.length <= Blobs.MAX_READ_BYTES) {
            ask(read.name, read.from, read.length, bytes -> take(read, bytes));
            return;
        }
        ByteBuffer all = begun == null ? ByteBuffer.allocate(read.length) : begun;
        begun = all;
        int piece = Math.min(all.remaining(), Blobs.MAX_READ_BYTES);
        ask(read.name, read.from + all.position(), piece, bytes -> {
            all.put(bytes.duplicate());
            if (!all.hasRemaining()) {
                begun = null;
                take(read, all.flip());
            }
        });
    }

    private void take(Read read, ByteBuffer bytes) {
        for (Chunk chunk : read.chunks) {
            reader.read(read.file, chunk, bytes.slice((int) (chunk.offset() - read.from), chunk.length()), read.groups);
        }
        reads.remove();
    }

    private void ask(String file, long from, int length, Consumer<ByteBuffer> onBytes) {
        store.ask("state file " + file, () -> place().read(file, from, length), found -> {
            if (!closed) {
                accept("", whole(length, found), onBytes);
            }
        });
    }

    private Blobs place() {
        Blobs place = blobs.get();
        if (place == null) {
            throw new StateTooLarge(
                    "its state is in a store of blobs, but this process has none: start the cluster with"
                            + " --state file:/directory, where the files are, and resume the job");
        }
        return place;
    }

    /** What is damaged is told as such and tried again, since another read or another process may see it whole. */
    private static void accept(String about, ByteBuffer bytes, Consumer<ByteBuffer> onBytes) {
        try {
            onBytes.accept(bytes);
        } catch (DamagedState | BadSegment e) {
            throw new BadInput(about + e.getMessage(), e);
        }
    }

    /** Takes no more answers. */
    void close() {
        closed = true;
    }

    private static ByteBuffer whole(int length, Optional<ByteBuffer> found) {
        ByteBuffer bytes = found.orElse(null);
        if (bytes == null || bytes.remaining() != length) {
            throw new Unreadable(bytes == null ? "it is missing" : "it is too short");
        }
        return Objects.requireNonNull(bytes);
    }
}
