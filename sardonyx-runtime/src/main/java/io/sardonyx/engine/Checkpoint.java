package io.sardonyx.engine;

import io.sardonyx.codec.Field;
import io.sardonyx.codec.Json;
import io.sardonyx.codec.JsonOut;
import io.sardonyx.content.DocumentName;
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
record Checkpoint(@Nullable String position, boolean atEnd, long fence, SortedMap<TaskName, Long> skipped) {

    static final Checkpoint BEGINNING = new Checkpoint(null, false, -1);

    /** Of a partition of which nothing was left out. */
    Checkpoint(@Nullable String position, boolean atEnd, long fence) {
        this(position, atEnd, fence, Collections.emptySortedMap());
    }

    /** The same with what was left out of some more segments. */
    static SortedMap<TaskName, Long> plus(SortedMap<TaskName, Long> skipped, Map<TaskName, Long> more) {
        if (more.isEmpty()) {
            return skipped;
        }
        var all = new TreeMap<>(skipped);
        more.forEach((task, count) -> all.merge(task, count, Long::sum));
        return Collections.unmodifiableSortedMap(all);
    }

    static String name(JobId job, TaskName task, int partition) {
        return DocumentName.of("checkpoints", job, task.text(), Integer.toString(partition));
    }

    /** How the names of all checkpoints of a task begin. */
    static String prefix(JobId job, TaskName task) {
        return DocumentName.of("checkpoints", job, task.text()) + "/";
    }

    /** The number of the partition in the name of a checkpoint. */
    static int partitionIn(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('/') + 1));
    }

    static Checkpoint read(byte[] body) {
        Field root = Json.read(body);
        return new Checkpoint(
                root.at("position").isAbsent() ? null : root.at("position").text(),
                root.at("atEnd").flag(),
                root.at("fence").whole(-1, Long.MAX_VALUE),
                skipped(root.at("skipped")));
    }

    private static SortedMap<TaskName, Long> skipped(Field counts) {
        var skipped = new TreeMap<TaskName, Long>();
        counts.fields().forEach(it -> skipped.put(it.nameAs(TaskName::of), it.whole(1, Long.MAX_VALUE)));
        return Collections.unmodifiableSortedMap(skipped);
    }

    byte[] bytes() {
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
