package io.sardonyx.table;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.table.StateFile.Chunk;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads chunks of state files into tables. */
public final class StateFileReader implements TaskTables.Loading {

    private final StateTables tables;
    private final Function<List<String>, Codecs> codecs;
    /* How the states of another job's files match the tables; null if they are the same. */
    private final @Nullable StateMatch match;
    /* By the states of files: the table of each. */
    private final Map<List<String>, int[]> places = new HashMap<>();
    /* By the classes that files contain. */
    private final Map<List<String>, SegmentInput> inputs = new HashMap<>();

    /** A reader of what was written with these codecs, or when their classes had other shapes. */
    public StateFileReader(StateTables tables, Codecs codecs) {
        this(tables, codecs, null);
    }

    /** As {@link #StateFileReader(StateTables, Codecs)}, of the files of another job unless {@code match} is null. */
    public StateFileReader(StateTables tables, Codecs codecs, @Nullable StateMatch match) {
        this(tables, codecs::reading, match);
    }

    /** @param codecs for the shapes of the classes that a file contains */
    StateFileReader(StateTables tables, Function<List<String>, Codecs> codecs, @Nullable StateMatch match) {
        this.tables = tables;
        this.codecs = codecs;
        this.match = match;
    }

    @Override
    public int count() {
        return tables.count();
    }

    @Override
    public boolean readsTheSame() {
        return match == null;
    }

    @Override
    public void checkNothing() {
        if (match != null) {
            match.checkNothing(tables);
        }
    }

    @Override
    public void check(StateFile file) {
        places(file);
        input(file);
    }

    private int[] places(StateFile file) {
        int[] known = places.get(file.states());
        if (known == null) {
            known = found(file.states());
            places.put(file.states(), known);
        }
        return known;
    }

    private int[] found(List<String> states) {
        if (match != null) {
            return match.tables(StateTables.stored(states), tables.stored());
        }
        if (!states.equals(tables.states())) {
            throw new DamagedState("it contains the states " + states + ", but the task has " + tables.states());
        }
        return IntStream.range(0, states.size()).toArray();
    }

    @Override
    public boolean isRead(StateFile file, Chunk chunk) {
        return places(file)[chunk.table()] != StateMatch.NOWHERE;
    }

    private SegmentInput input(StateFile file) {
        SegmentInput known = inputs.get(file.types());
        if (known == null) {
            known = made(file.types()).input();
            inputs.put(file.types(), known);
        }
        return known;
    }

    private Codecs made(List<String> types) {
        try {
            return codecs.apply(types);
        } catch (IllegalArgumentException e) {
            throw new DamagedState("its classes are unknown: " + e.getMessage());
        }
    }

    @Override
    public void begin(StateFile file, Chunk chunk) {
        tables.table(places(file)[chunk.table()]).rangeOrNew(chunk.range());
    }

    @Override
    public void read(StateFile file, Chunk chunk, ByteBuffer bytes, IntPredicate wantedGroups) {
        if (bytes.remaining() != chunk.length() || StateFile.checksum(bytes.duplicate()) != chunk.checksum()) {
            throw new DamagedState("the checksum of the chunk at " + chunk.offset() + " is wrong");
        }
        SegmentInput in = input(file).over(bytes);
        StateTable table = tables.table(places(file)[chunk.table()]);
        try {
            for (int i = 0; i < chunk.rows(); i++) {
                table.read(in, wantedGroups);
            }
        } catch (BadSegment e) {
            throw new DamagedState("state " + table.name + ": " + e.getMessage());
        }
        if (in.hasMore()) {
            throw new DamagedState("the chunk at " + chunk.offset() + " has more rows than it says");
        }
    }

    @Override
    public void readAll(byte[] file, IntPredicate wantedGroups) {
        ByteBuffer all = ByteBuffer.wrap(file);
        StateFile read = StateFile.ofAll(all);
        check(read);
        for (Chunk chunk :
                read.chunks().stream().filter(each -> isRead(read, each)).toList()) {
            read(read, chunk, all.slice((int) chunk.offset(), chunk.length()), wantedGroups);
        }
    }
}
