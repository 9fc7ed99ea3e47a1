package io.sardonyx.entry;

import io.sardonyx.command.Command;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Roster;
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
import java.util.function.Consumer;

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
        writeOrigin(origin::write, target);
    }

    /** As {@link #writeOrigin(ReplicaView, Writer)}, of the coordinator's log. */
    public static void writeOrigin(RosterView origin, Writer target) {
        writeOrigin(origin::write, target);
    }

    private static void writeOrigin(Consumer<JsonOut> origin, Writer target) {
        JsonOut out = Json.onto(target).begin().begin(ORIGIN);
        origin.accept(out);
        out.end().end().newLine();
    }

    /** The origin of the coordinator's log in a line, or empty when the line is an entry. */
    public static Optional<RosterView> readRoster(byte[] line) {
        Field origin = Json.read(line).at(ORIGIN);
        return origin.isAbsent() ? Optional.empty() : Optional.of(RosterView.read(origin));
    }

    /** The origin in a line, or empty when the line is an entry. */
    public static Optional<ReplicaView> readOrigin(byte[] line) {
        Field origin = Json.read(line).at(ORIGIN);
        return origin.isAbsent() ? Optional.empty() : Optional.of(ReplicaView.read(origin));
    }

    /** Writes an entry as a line, with its checksum. */
    public static void write(Entry<Replica> entry, Writer target) {
        write(
                entry.position(),
                EntryCodec.encode(entry.author(), entry.sequence(), (Command) entry.step(), entry.provenance()),
                target);
    }

    /** Writes an entry of the coordinator's log as a line, with its checksum. */
    public static void writeEvent(Entry<Roster> entry, Writer target) {
        write(entry.position(), EventCodec.encode(entry.author(), (Event) entry.step(), entry.provenance()), target);
    }

    private static void write(long position, byte[] stored, Writer target) {
        try {
            target.write("{\"position\":" + position + ",");
            target.write(new String(stored, 1, stored.length - 1, StandardCharsets.UTF_8));
            target.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An entry of the coordinator's log in a line. */
    public static Entry<Roster> readEvent(byte[] line) {
        Field root = Json.read(line);
        return EventCodec.read(root.at("position").position(), root);
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
