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
import java.util.function.Consumer;

/** The fold of the log into a {@link Replica}: decodes entries and applies them. Stateless and thread-safe. */
public final class ReplicaFold implements Follower.Fold<Replica> {

    /** Length below which {@link Json} can read any replica back, since no single text in it is too long by itself. */
    private static final int ALWAYS_READABLE = Json.MAX_BYTES / 8;

    /** Author of the no-op entry that replaces a skipped one. */
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

    /**
     * Whether both belong to the same founding of the cluster; a cluster founded later is another one, even with the
     * same name.
     */
    @Override
    public boolean isContinued(Replica before, Replica after) {
        return !before.cluster().isFounded() || before.cluster().isSameFounding(after.cluster());
    }

    /**
     * Encodes an origin, and makes sure that it can be decoded again.
     *
     * @throws BadInput when it is too long for that
     */
    public static byte[] origin(ReplicaView view) {
        return origin(view::write, ReplicaView::read);
    }

    /** Encodes the fields of a view, and decodes it if it is so long that this could fail. */
    static byte[] origin(Consumer<JsonOut> write, Consumer<byte[]> read) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        write.accept(out);
        out.end().finish();
        byte[] origin = text.toString().getBytes(StandardCharsets.UTF_8);
        if (origin.length > ALWAYS_READABLE) {
            read.accept(origin);
        }
        return origin;
    }
}
