package io.sardonyx.cli.cluster;

import io.sardonyx.Member;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.MemberTurn;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An observer of a member that reports changes of its membership, assignments, links and id to a listener.
 *
 * <p>It compares the current state with that of the last report, so missed turns are harmless. For the member's thread
 * only.
 */
final class MembershipObserver implements Member.Observer {

    private static final Logger LOG = LoggerFactory.getLogger(MembershipObserver.class);

    /* Links that are down for less, in milliseconds, are not reported: they are retried anyway. */
    private static final long DOWN_MILLIS = 2_000;

    private final Consumer<MemberEvent> listener;

    /** Links reported as down. */
    private final Set<Site> down = new TreeSet<>();

    private Map<PeerId, Assignment> work = Map.of();
    private List<GroupId> watches = List.of();
    private @Nullable GroupId id;
    private boolean member;
    private long position = -1;
    private final boolean hashes;

    /** Position of the last hash that was reported. */
    private long hashed = -1;

    /**
     * Reports to {@code listener}.
     *
     * @param hashes whether to report the replica's hash each time that the log is read to its end
     */
    MembershipObserver(Consumer<MemberEvent> listener, boolean hashes) {
        this.listener = listener;
        this.hashes = hashes;
    }

    @Override
    public void turned(MemberTurn group, List<LinkState> links) {
        if (id != null && !id.equals(group.id())) {
            rebirth(id, group);
        }
        id = group.id();
        position = Math.max(position, group.position());
        membership(group.id(), group.isMember());
        work(group.work());
        watches(group.watches());
        links.forEach(this::link);
        if (hashes && group.isSettled() && group.position() != hashed) {
            hashed = group.position();
            listener.accept(MemberEvent.holds(hashed, group.replicaHash()));
        }
    }

    /** Reports a new incarnation, at the position that the former one has read: the new one has read nothing yet. */
    private void rebirth(GroupId former, MemberTurn group) {
        work(List.of());
        membership(former, false);
        listener.accept(MemberEvent.reborn(position, former, group.id(), String.valueOf(group.formerEnd())));
    }

    private void membership(GroupId group, boolean now) {
        if (now != member) {
            listener.accept(now ? MemberEvent.joined(position, group) : MemberEvent.parted(position, group));
            member = now;
        }
    }

    /** Reports peers that stopped or started a task. */
    private void work(List<Assignment> wanted) {
        var now = new TreeMap<PeerId, Assignment>();
        wanted.forEach(assignment -> now.put(assignment.peer(), assignment));
        work.forEach((peer, assignment) -> {
            if (!now.containsKey(peer)) {
                listener.accept(MemberEvent.stops(position, assignment));
            }
        });
        now.forEach((peer, assignment) -> {
            if (!assignment.equals(work.get(peer))) {
                listener.accept(MemberEvent.runs(position, assignment));
            }
        });
        work = now;
    }

    private void link(LinkState link) {
        if (link.up() ? down.remove(link.to()) : link.downMillis() >= DOWN_MILLIS && down.add(link.to())) {
            listener.accept(MemberEvent.link(position, link));
        }
    }

    private void watches(List<GroupId> now) {
        if (!now.equals(watches)) {
            LOG.debug("entry {}: watches {}", position, now.isEmpty() ? "nobody" : now);
            watches = List.copyOf(now);
        }
    }
}
