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
 * How far a partition is done, as it is written down.
 *
 * @param position where a successor goes on; null for the beginning
 * @param atEnd whether nothing more will come
 * @param fence under which it was written; an older one must not overwrite it
 * @param skipped how many of the segments before the position each task left out
 */
public record Checkpoint(@Nullable String position, boolean atEnd, long fence, SortedMap<TaskName, Long> skipped) {

    /** Of a partition of which nothing is done. */
    public static final Checkpoint BEGINNING = new Checkpoint(null, false, -1);

    /** Of a partition of which nothing was left out. */
    public Checkpoint(@Nullable String position, boolean atEnd, long fence) {
        this(position, atEnd, fence, Collections.emptySortedMap());
    }

    /** The same under another fence. */
    public Checkpoint under(long other) {
        return fence == other ? this : new Checkpoint(position, atEnd, other, skipped);
    }

    /** The same with what was left out of some more segments. */
    public static SortedMap<TaskName, Long> plus(SortedMap<TaskName, Long> skipped, Map<TaskName, Long> more) {
        if (more.isEmpty()) {
            return skipped;
        }
        var all = new TreeMap<>(skipped);
        more.forEach((task, count) -> all.merge(task, count, Long::sum));
        return Collections.unmodifiableSortedMap(all);
    }

    /** The document with the checkpoint of one partition, where each has a document of its own. */
    public static String name(JobId job, TaskName task, int partition) {
        return DocumentName.of("checkpoints", job, task.text(), Integer.toString(partition));
    }

    /** How the names of all checkpoints of a task begin. */
    public static String prefix(JobId job, TaskName task) {
        return DocumentName.of("checkpoints", job, task.text()) + "/";
    }

    /** The number of the partition in the name of a checkpoint. */
    public static int partitionIn(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('/') + 1));
    }

    /** Reads what {@link #bytes} wrote. */
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

    /** As it is stored. */
    public byte[] bytes() {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        if (position != null) {
            out.text("position", position);
        }
        out.flag("atEnd", atEnd).number("fence", fence);
        out.beginUnlessEmpty("skipped");
        skipped.forEach((task, count) -> out.number(task.text(), count));
        out.end().end().flush();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
