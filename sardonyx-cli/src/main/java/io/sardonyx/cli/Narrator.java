package io.sardonyx.cli;

import io.sardonyx.codec.ReplicaHash;
import io.sardonyx.codec.ReplicaView;
import io.sardonyx.duty.Work;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says what changes for this process, a line each, with the entry that changed it. */
final class Narrator implements Consumer<PeerGroup> {

    private final PrintWriter out;
    private final boolean hashes;
    private Map<PeerId, Assignment> work = Map.of();
    private long hashed = -1;
    private @Nullable GroupId member;

    /**
     * Speaks to {@code out}.
     *
     * @param hashes whether it also tells what it holds, each time that it has read everything
     */
    Narrator(PrintWriter out, boolean hashes) {
        this.out = out;
        this.hashes = hashes;
    }

    @Override
    public void accept(PeerGroup group) {
        sayMembership(group);
        sayWork(group);
        if (hashes && group.isSettled() && group.position() != hashed) {
            hashed = group.position();
            say(group, "replica " + ReplicaHash.of(new ReplicaView(group.replica(), hashed)));
        }
    }

    private void sayMembership(PeerGroup group) {
        boolean in = group.replica().ring().isMember(group.id());
        if (in && !group.id().equals(member)) {
            member = group.id();
            say(group, "group " + member + " is a member");
        }
    }

    private void sayWork(PeerGroup group) {
        var now = new TreeMap<PeerId, Assignment>();
        for (Work one : group.duties().work()) {
            now.put(one.assignment().peer(), one.assignment());
        }
        now.forEach((peer, assignment) -> {
            if (!assignment.equals(work.get(peer))) {
                say(
                        group,
                        "peer " + peer + " runs " + assignment.job() + "/" + assignment.task() + " in slot "
                                + assignment.slot());
            }
        });
        work.forEach((peer, assignment) -> {
            if (!now.containsKey(peer)) {
                say(group, "peer " + peer + " no longer runs " + assignment.job() + "/" + assignment.task());
            }
        });
        work = now;
    }

    private void say(PeerGroup group, String what) {
        out.println("entry " + group.position() + ": " + what);
        out.flush();
    }
}
