package io.sardonyx.follow;

import io.sardonyx.codec.EntryCodec;
import io.sardonyx.codec.Json;
import io.sardonyx.codec.JsonOut;
import io.sardonyx.codec.ReplicaView;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** How the masterless log becomes a replica. */
public final class ReplicaFold implements Follower.Fold<Replica> {

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
        return EntryCodec.decode(position, stored);
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

    public static byte[] origin(ReplicaView view) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        view.write(out);
        out.end().flush();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
