package io.sardonyx.entry;

import io.sardonyx.command.Command;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An entry in a file of examples: one line with its position and, optionally, groups that are dead and read no more.
 *
 * @param unknown keys that were ignored
 */
public record EntryLine(Entry<Replica> entry, List<GroupId> dead, List<String> unknown) {

    private static final String ORIGIN = "origin";

    /** The known keys. */
    public static final Set<String> KEYS =
            Set.of("position", "fn", "args", "dead", "format", "author", "sequence", "at", "by", "via", "crc");

    /** Writes the first line of a trimmed log: the origin, as a replica. */
    public static void writeOrigin(ReplicaView origin, Writer target) {
        JsonOut out = Json.onto(target).begin().begin(ORIGIN);
        origin.write(out);
        out.end().end().newLine();
    }

    /** The origin in a line, or empty when the line is an entry. */
    public static Optional<ReplicaView> readOrigin(byte[] line) {
        Field origin = Json.read(line).at(ORIGIN);
        return origin.isAbsent() ? Optional.empty() : Optional.of(ReplicaView.read(origin));
    }

    /** Writes an entry as a line, with its checksum. */
    public static void write(Entry<Replica> entry, Writer target) {
        byte[] stored = EntryCodec.encode(entry.author(), entry.sequence(), (Command) entry.step(), entry.provenance());
        try {
            target.write("{\"position\":" + entry.position() + ",");
            target.write(new String(stored, 1, stored.length - 1, StandardCharsets.UTF_8));
            target.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static EntryLine read(byte[] line) {
        Field root = Json.read(line);
        List<String> unknown = root.fields().stream()
                .map(Field::name)
                .filter(name -> !KEYS.contains(name))
                .toList();
        long position = root.at("position").position();
        return new EntryLine(EntryCodec.read(position, root), root.at("dead").all(GroupId::of), unknown);
    }
}
