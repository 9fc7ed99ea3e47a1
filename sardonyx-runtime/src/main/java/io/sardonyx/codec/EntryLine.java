package io.sardonyx.codec;

import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.Set;

/**
 * An entry of a file of examples: one line, with its position and, if it matters, who is dead and reads no more.
 *
 * @param unknown keys that mean nothing here
 */
public record EntryLine(Entry<Replica> entry, List<GroupId> dead, List<String> unknown) {

    /** The keys that mean something. */
    public static final Set<String> KEYS =
            Set.of("position", "fn", "args", "dead", "format", "author", "sequence", "crc");

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
