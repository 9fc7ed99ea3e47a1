package io.sardonyx.entry;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.replica.Replica;

/**
 * A replica and the position of the last entry in it, with its JSON form for printing, origins and replays.
 *
 * <p>The keys are words of the protocol, independent of the records inside. A partial object is completed: absent
 * equals empty; a peer named only by allocations, states, sites or tags is a peer; one that no group lists is alone in
 * a group of its own name, and that group is a member; a job that only a property names is a live one; a finished or
 * completed job is finished even if it is listed as live; a job without tasks has those that its allocations, then its
 * other properties name; schedulers are balanced, the allocation is planned, minimums are 1 and saturations infinite
 * unless given.
 *
 * @param position {@link #NO_POSITION} when it is not given
 */
public record ReplicaView(Replica replica, long position) {

    public static final long NO_POSITION = -1;

    /** The state before the first entry. */
    public static final ReplicaView EMPTY = new ReplicaView(Replica.EMPTY, NO_POSITION);

    public static ReplicaView read(Field root) {
        return new ReplicaReader(root).view();
    }

    public static ReplicaView read(byte[] document) {
        return read(Json.read(document));
    }

    /** Writes all fields into an open object. */
    public void write(JsonOut out) {
        new ReplicaWriter(replica, out).write(position);
    }
}
