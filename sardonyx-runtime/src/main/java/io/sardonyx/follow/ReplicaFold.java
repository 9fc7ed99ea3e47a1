package io.sardonyx.follow;

import io.sardonyx.command.PeerGc;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** How the masterless log becomes a replica. */
public final class ReplicaFold implements Follower.Fold<Replica> {

    /** What is shorter is within all bounds of {@link Json}; a replica has no text that would be too long by itself. */
    private static final int ALWAYS_READABLE = Json.MAX_BYTES / 8;

    private static final GroupId SKIPPED = GroupId.of("an entry that was damaged and is skipped");

    @Override
    public Replica empty() {
        return Replica.EMPTY;
    }

    @Override
    public Replica fromOrigin(byte[] origin) {
        return ReplicaView.read(origin).replica();
    }

    @Override
    public Entry<Replica> decode(long position, byte[] stored) {
        try {
            return EntryCodec.decode(position, stored);
        } catch (UnreadableEntry e) {
            throw e.isDamaged() ? new DamagedEntry(position, stored, e.getMessage()) : e;
        }
    }

    @Override
    public Entry<Replica> skipped(long position) {
        return Entry.anonymous(position, new PeerGc(SKIPPED));
    }

    @Override
    public Change<Replica> apply(Replica before, Entry<Replica> entry) {
        return before.change(entry);
    }

    /** Founded in another epoch, it is another cluster, whatever its name. */
    @Override
    public boolean isContinued(Replica before, Replica after) {
        return !before.cluster().isFounded() || before.cluster().isSameFounding(after.cluster());
    }

    /**
     * The bytes of an origin, of which it is certain that they can be read back.
     *
     * @throws BadInput when they could not
     */
    public static byte[] origin(ReplicaView view) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        view.write(out);
        out.end().flush();
        byte[] origin = text.toString().getBytes(StandardCharsets.UTF_8);
        if (origin.length > ALWAYS_READABLE) {
            ReplicaView.read(origin);
        }
        return origin;
    }
}
