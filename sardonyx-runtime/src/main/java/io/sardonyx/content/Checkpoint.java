package io.sardonyx.content;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoint of an input's partition, as it is stored.
 *
 * @param position offset where a successor resumes; null for the beginning
 * @param atEnd whether the partition is exhausted
 * @param fence fencing token under which it was written; an older one must not overwrite it
 * @param skipped number of segments before the position that each task skipped
 */
public record Checkpoint(@Nullable String position, boolean atEnd, long fence, SortedMap<TaskName, Long> skipped) {

    /** Checkpoint of a partition of which nothing is processed. */
    public static final Checkpoint BEGINNING = new Checkpoint(null, false, -1);

    /** Checkpoint without skipped segments. */
    public Checkpoint(@Nullable String position, boolean atEnd, long fence) {
        this(position, atEnd, fence, Collections.emptySortedMap());
    }

    /** The same under another fencing token. */
    public Checkpoint under(long other) {
        return fence == other ? this : new Checkpoint(position, atEnd, other, skipped);
    }

    /** Sum of two maps of skipped segments. */
    public static SortedMap<TaskName, Long> plus(SortedMap<TaskName, Long> skipped, Map<TaskName, Long> more) {
        if (more.isEmpty()) {
            return skipped;
        }
        var all = new TreeMap<>(skipped);
        more.forEach((task, count) -> all.merge(task, count, Long::sum));
        return Collections.unmodifiableSortedMap(all);
    }

    /** Name of the document with one partition's checkpoint, where each partition has its own. */
    public static String name(JobId job, TaskName task, int partition) {
        return DocumentName.of("checkpoints", job, task.text(), Integer.toString(partition));
    }

    /** Prefix of the names of all checkpoints of a task. */
    public static String prefix(JobId job, TaskName task) {
        return DocumentName.of("checkpoints", job, task.text()) + "/";
    }

    /** Partition number in the name of a checkpoint. */
    public static int partitionIn(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('/') + 1));
    }

    /** Decodes what {@link #bytes} encoded. */
    public static Checkpoint read(byte[] body) {
        Field root = Json.read(body);
        return new Checkpoint(
                root.at("position").isAbsent() ? null : root.at("position").text(),
                root.at("atEnd").flag(),
                root.at("fence").whole(-1, Long.MAX_VALUE),
                skipped(root.at("skipped")));
    }

    static SortedMap<TaskName, Long> skipped(Field counts) {
        var skipped = new TreeMap<TaskName, Long>();
        counts.fields().forEach(it -> skipped.put(it.nameAs(TaskName::of), it.whole(1, Long.MAX_VALUE)));
        return Collections.unmodifiableSortedMap(skipped);
    }

    /** Encodes it as JSON. */
    public byte[] bytes() {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        if (position != null) {
            out.text("position", position);
        }
        out.flag("atEnd", atEnd).number("fence", fence);
        out.beginUnlessEmpty("skipped");
        skipped.forEach((task, count) -> out.number(task.text(), count));
        out.end().end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
