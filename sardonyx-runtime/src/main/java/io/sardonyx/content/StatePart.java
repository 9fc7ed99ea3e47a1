package io.sardonyx.content;

import io.sardonyx.json.Field;
import io.sardonyx.json.JsonOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the state of a peer is stored at a checkpoint.
 *
 * @param groups the key groups that the peer owned; what files contain of other groups does not count
 * @param files the state files that it consists of, oldest first, by their names in the store of blobs
 * @param inline the whole state as one state file in Base64, if it is small; then there are no files
 * @param rows number of rows, for people
 * @param eventMillis latest event time that the peer had seen, by which its rows expire; 0 for none
 */
public record StatePart(
        String groups, List<File> files, @Nullable String inline, long rows, long eventMillis) {

    /** A state file that is stored as a blob. */
    public record File(String name, long bytes) {}

    public StatePart {
        files = List.copyOf(files);
    }

    /** One without event time. */
    public StatePart(String groups, List<File> files, @Nullable String inline, long rows) {
        this(groups, files, inline, rows, 0);
    }

    void write(JsonOut out) {
        out.text("groups", groups).number("rows", rows);
        if (inline != null) {
            out.text("inline", inline);
        }
        if (eventMillis != 0) {
            out.number("eventMillis", eventMillis);
        }
        out.beginList("files");
        files.forEach(file ->
                out.begin().text("name", file.name).number("bytes", file.bytes).end());
        out.endList();
    }

    static StatePart read(Field field) {
        Field inline = field.at("inline");
        Field eventMillis = field.at("eventMillis");
        return new StatePart(
                field.at("groups").text(),
                field.at("files").items().stream()
                        .map(file -> new File(
                                file.at("name").text(), file.at("bytes").whole(0, Long.MAX_VALUE)))
                        .toList(),
                inline.isAbsent() ? null : inline.text(),
                field.at("rows").whole(0, Long.MAX_VALUE),
                eventMillis.isAbsent() ? 0 : eventMillis.whole(1, Long.MAX_VALUE));
    }
}
