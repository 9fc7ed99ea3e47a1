package io.sardonyx.content;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Checkpoint of one reader of an input for all partitions it has had: one document for each slot of the task.
 *
 * <p>No partition is done in two of these documents, so that counts of skipped segments add up. It may be open in
 * several; the one with the newest fencing token is valid then.
 *
 * @param fence fencing token under which it was written, or closed by others; an older one must not overwrite it
 * @param slots in the document of slot 0: number of slots that readers may have written for
 * @param done indexes of the partitions that are processed completely; not to be modified
 * @param skipped number of segments of these that each task skipped
 * @param ends end offsets of some of these, from which a job that resumes a completed one looks for more
 * @param open offsets where a successor resumes partitions that are begun
 */
public record ReaderCheckpoint(
        long fence,
        int slots,
        BitSet done,
        SortedMap<TaskName, Long> skipped,
        SortedMap<Integer, String> ends,
        SortedMap<Integer, Checkpoint> open) {

    /** Checkpoint of a reader that has done nothing. */
    public static final ReaderCheckpoint EMPTY = new ReaderCheckpoint(
            -1,
            0,
            new BitSet(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap());

    /** About how many bytes of end offsets a document keeps; those of partitions done after that are not recorded. */
    static final int MOST_BYTES_OF_ENDS = 64 * 1024;

    /** Bytes of an end offset in JSON besides its text. */
    private static final int BYTES_AROUND_END = 12;

    private static final String READER = "reader-";

    /** Name of the document for a slot. */
    public static String name(JobId job, TaskName task, int slot) {
        return DocumentName.of("checkpoints", job, task.text(), READER + slot);
    }

    /** Whether a document among a task's checkpoints is a reader's. */
    public static boolean isName(String name) {
        return name.startsWith(READER, name.lastIndexOf('/') + 1);
    }

    /** The slot in the name of a reader's document. */
    public static int slotIn(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('/') + 1 + READER.length()));
    }

    /** Union of several checkpoints: done stays done, and of open partitions the newest fencing token wins. */
    public static ReaderCheckpoint merged(Collection<ReaderCheckpoint> all) {
        long fence = EMPTY.fence;
        int slots = 0;
        var done = new BitSet();
        SortedMap<TaskName, Long> skipped = EMPTY.skipped;
        var ends = new TreeMap<Integer, String>();
        var open = new TreeMap<Integer, Checkpoint>();
        for (ReaderCheckpoint each : all) {
            fence = Math.max(fence, each.fence);
            slots = Math.max(slots, each.slots);
            done.or(each.done);
            skipped = Checkpoint.plus(skipped, each.skipped);
            ends.putAll(each.ends);
            each.open.forEach((partition, one) ->
                    open.merge(partition, one, (before, other) -> other.fence() > before.fence() ? other : before));
        }
        open.keySet().removeIf(done::get);
        return new ReaderCheckpoint(fence, slots, done, skipped, ends, open);
    }

    /**
     * The same under that fencing token, and for at least so many slots, from which later readers learn their number.
     */
    public ReaderCheckpoint under(long newFence, int leastSlots) {
        return new ReaderCheckpoint(newFence, Math.max(slots, leastSlots), done, skipped, ends, open);
    }

    /** Whether both say the same of partitions; fencing token and slots are not compared. */
    public boolean saysTheSameAs(ReaderCheckpoint other) {
        return done.equals(other.done)
                && skipped.equals(other.skipped)
                && ends.equals(other.ends)
                && open.equals(other.open);
    }

    /** The same with newer checkpoints of some partitions, which may have come to their end. */
    public ReaderCheckpoint plus(Map<Integer, Checkpoint> more) {
        var allDone = (BitSet) done.clone();
        SortedMap<TaskName, Long> allSkipped = skipped;
        var allEnds = new TreeMap<>(ends);
        var allOpen = new TreeMap<>(open);
        int room = MOST_BYTES_OF_ENDS - bytesOf(ends);
        for (var each : more.entrySet()) {
            int partition = each.getKey();
            Checkpoint reached = each.getValue();
            String position = reached.position();
            if (!reached.atEnd()) {
                allOpen.put(partition, reached);
                continue;
            }
            allDone.set(partition);
            allOpen.remove(partition);
            allSkipped = Checkpoint.plus(allSkipped, reached.skipped());
            room -= position == null ? 0 : position.length() + BYTES_AROUND_END;
            if (position != null && room >= 0) {
                allEnds.put(partition, position);
            }
        }
        return new ReaderCheckpoint(fence, slots, allDone, allSkipped, allEnds, allOpen);
    }

    private static int bytesOf(SortedMap<Integer, String> ends) {
        return ends.values().stream()
                .mapToInt(end -> end.length() + BYTES_AROUND_END)
                .sum();
    }

    /** The same without a partition, but still with its skipped segments. */
    public ReaderCheckpoint without(int partition) {
        var otherDone = (BitSet) done.clone();
        otherDone.clear(partition);
        var otherEnds = new TreeMap<>(ends);
        otherEnds.remove(partition);
        var otherOpen = new TreeMap<>(open);
        otherOpen.remove(partition);
        return new ReaderCheckpoint(fence, slots, otherDone, skipped, otherEnds, otherOpen);
    }

    /** The same with other open partitions. */
    public ReaderCheckpoint with(SortedMap<Integer, Checkpoint> otherOpen) {
        return new ReaderCheckpoint(fence, slots, done, skipped, ends, otherOpen);
    }

    /** Whether a partition is done or open here. */
    public boolean knows(int partition) {
        return done.get(partition) || open.containsKey(partition);
    }

    /** For a job that looks for more: partitions that are done are open at their ends, as far as these are recorded. */
    ReaderCheckpoint reopened() {
        var otherDone = (BitSet) done.clone();
        var otherOpen = new TreeMap<Integer, Checkpoint>();
        open.forEach((partition, one) -> otherOpen.put(partition, new Checkpoint(one.position(), false, one.fence())));
        ends.forEach((partition, end) -> {
            otherDone.clear(partition);
            otherOpen.put(partition, new Checkpoint(end, false, fence));
        });
        return new ReaderCheckpoint(fence, slots, otherDone, EMPTY.skipped, EMPTY.ends, otherOpen);
    }

    /** Decodes what {@link #bytes} encoded. */
    public static ReaderCheckpoint read(byte[] body) {
        Field root = Json.read(body);
        var ends = new TreeMap<Integer, String>();
        root.at("ends").fields().forEach(end -> ends.put(index(end), end.text()));
        var open = new TreeMap<Integer, Checkpoint>();
        root.at("open")
                .fields()
                .forEach(one -> open.put(
                        index(one),
                        new Checkpoint(
                                one.at("position").isAbsent()
                                        ? null
                                        : one.at("position").text(),
                                false,
                                one.at("fence").whole(-1, Long.MAX_VALUE),
                                Checkpoint.skipped(one.at("skipped")))));
        return new ReaderCheckpoint(
                root.at("fence").whole(-1, Long.MAX_VALUE),
                root.at("slots").isAbsent() ? 0 : (int) root.at("slots").whole(0, Integer.MAX_VALUE),
                IndexRanges.read(root.at("done").text()),
                Checkpoint.skipped(root.at("skipped")),
                ends,
                open);
    }

    private static int index(Field field) {
        return field.nameAs(Integer::parseInt);
    }

    /** Encodes it as JSON. */
    public byte[] bytes() {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin().number("fence", fence);
        if (slots > 0) {
            out.number("slots", slots);
        }
        out.text("done", IndexRanges.text(done));
        skipped(out, skipped);
        out.beginUnlessEmpty("open");
        open.forEach((partition, one) -> {
            out.begin(Integer.toString(partition));
            if (one.position() != null) {
                out.text("position", one.position());
            }
            out.number("fence", one.fence());
            skipped(out, one.skipped());
            out.end();
        });
        out.end().beginUnlessEmpty("ends");
        ends.forEach((partition, end) -> out.text(Integer.toString(partition), end));
        out.end().end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void skipped(JsonOut out, SortedMap<TaskName, Long> counts) {
        out.beginUnlessEmpty("skipped");
        counts.forEach((task, count) -> out.number(task.text(), count));
        out.end();
    }
}
