package io.sardonyx.entry;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Rewinds;
import io.sardonyx.json.Field;
import io.sardonyx.json.JsonOut;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Codec of a job's checkpoints in the view of a replica. */
final class CheckpointsCodec {

    private CheckpointsCodec() {}

    static Checkpoints read(Field object) {
        var named = new TreeMap<String, CompletedCheckpoint>();
        object.at("named")
                .fields()
                .forEach(field -> named.put(field.made(Checkpoints::checkedName, field.name()), some(field)));
        Field stopping = object.at("stopping");
        return new Checkpoints(
                checkpoint(object.at("base")),
                object.at("kept").items().stream().map(CheckpointsCodec::some).toList(),
                named.isEmpty() ? SortedTable.empty() : SortedTable.of(named),
                checkpoint(object.at("resumed")),
                !stopping.isAbsent() && stopping.flag(),
                rewinds(object.at("rewinds")));
    }

    private static @Nullable CompletedCheckpoint checkpoint(Field field) {
        return field.isAbsent() ? null : some(field);
    }

    private static CompletedCheckpoint some(Field field) {
        Field position = field.at("position");
        Field job = field.at("job");
        return new CompletedCheckpoint(
                field.at("number").whole(1, Long.MAX_VALUE),
                field.at("fence").whole(-1, Long.MAX_VALUE),
                field.at("manifest").text(),
                position.isAbsent() ? ReplicaView.NO_POSITION : position.position(),
                job.isAbsent() ? null : job.as(JobId::of));
    }

    private static Rewinds rewinds(Field field) {
        return field.isAbsent()
                ? Rewinds.NONE
                : new Rewinds(
                        field.at("count").whole(1, Long.MAX_VALUE),
                        field.at("position").position(),
                        field.at("reason").textOr(""));
    }

    /** Writes the checkpoints of a job under a key, unless there are none. */
    static void write(String key, Checkpoints checkpoints, JsonOut out) {
        out.beginUnlessEmpty(key);
        write("base", checkpoints.base(), out);
        if (!checkpoints.kept().isEmpty()) {
            out.beginList("kept");
            checkpoints.kept().forEach(checkpoint -> fields(checkpoint, out.begin()));
            out.endList();
        }
        out.beginUnlessEmpty("named");
        checkpoints.named().forEach((name, checkpoint) -> write(name, checkpoint, out));
        out.end();
        write("resumed", checkpoints.resumed(), out);
        if (checkpoints.stopping()) {
            out.flag("stopping", true);
        }
        Rewinds rewinds = checkpoints.rewinds();
        if (rewinds.count() > 0) {
            out.begin("rewinds").number("count", rewinds.count()).number("position", rewinds.position());
            if (!rewinds.reason().isEmpty()) {
                out.text("reason", rewinds.reason());
            }
            out.end();
        }
        out.end();
    }

    private static void write(String key, @Nullable CompletedCheckpoint checkpoint, JsonOut out) {
        if (checkpoint != null) {
            fields(checkpoint, out.begin(key));
        }
    }

    private static void fields(CompletedCheckpoint checkpoint, JsonOut out) {
        out.number("number", checkpoint.number())
                .number("fence", checkpoint.fence())
                .text("manifest", checkpoint.manifest());
        if (checkpoint.position() != ReplicaView.NO_POSITION) {
            out.number("position", checkpoint.position());
        }
        if (checkpoint.of() != null) {
            out.text("job", checkpoint.of());
        }
        out.end();
    }
}
