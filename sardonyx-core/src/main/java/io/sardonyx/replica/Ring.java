package io.sardonyx.replica;

import static io.sardonyx.replica.Joining.Phase.ACCEPTED;
import static io.sardonyx.replica.Joining.Phase.PREPARED;

import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Membership of the cluster as a ring in which each member watches the pulse of its successor. Immutable.
 *
 * @param members in order of joining; their neighbours form one cycle
 * @param joining the joins that are under way, by joiner
 * @param aborted groups that were turned away and have not tried again
 * @param left groups that have left, in order of leaving; their late entries are refused
 */
public record Ring(
        OrderedTable<GroupId, RingNeighbours> members,
        SortedTable<GroupId, Joining> joining,
        OrderedSet<GroupId> aborted,
        OrderedSet<GroupId> left) {

    public static final Ring EMPTY =
            new Ring(OrderedTable.empty(), SortedTable.empty(), OrderedSet.empty(), OrderedSet.empty());

    public boolean isMember(GroupId group) {
        return members.has(group);
    }

    /** Whether the group is a member or is joining. */
    public boolean knows(GroupId group) {
        return members.has(group) || joining.has(group);
    }

    /** Whether the group has left or was declared dead; it can only come back under another id. */
    public boolean hasLeft(GroupId group) {
        return left.has(group);
    }

    /** The member that a member watches, or null when it is alone. */
    public @Nullable GroupId successor(GroupId group) {
        RingNeighbours member = members.get(group);
        return member == null ? null : member.next();
    }

    /** The member that a joiner will watch once it is inserted after {@code observer}. */
    public GroupId successorBehind(GroupId observer) {
        GroupId next = successor(observer);
        return next == null ? observer : next;
    }

    /** The joiners whose observer is this member, in either phase. */
    public List<GroupId> joinersOf(GroupId observer) {
        return joining.isEmpty()
                ? List.of()
                : joining.keys().stream()
                        .filter(joiner -> observes(observer, joiner))
                        .toList();
    }

    private boolean observes(GroupId observer, GroupId joiner) {
        Joining join = joining.get(joiner);
        return join != null && join.observer().equals(observer);
    }

    /** Whether the joiner waits for its observer to notify it. */
    public boolean isPrepared(GroupId joiner) {
        Joining join = joining.get(joiner);
        return join != null && join.phase() == PREPARED;
    }

    /** Whether the joiner was notified and has to accept. */
    public boolean isAccepted(GroupId joiner) {
        Joining join = joining.get(joiner);
        return join != null && join.phase() == ACCEPTED;
    }

    /** The member that follows {@code group} in the order of ids, cyclically. */
    public Optional<GroupId> following(GroupId group) {
        List<GroupId> ordered = members.keys().inOrder();
        if (ordered.isEmpty()) {
            return Optional.empty();
        }
        int rank = members.keys().rank(group);
        int next = rank >= 0 ? rank + 1 : -(rank + 1);
        return Optional.of(ordered.get(next % ordered.size()));
    }

    /**
     * The member that becomes the observer of a joiner at this position. Members that are observers already cannot, nor
     * can the predecessor of an observer that has yet to notify: both edges of the ring would change at once. The
     * position selects among the others, which spreads the load.
     */
    public Optional<GroupId> candidate(GroupId joiner, long position) {
        int[] taken = takenRanks();
        int free = members.size() - taken.length;
        if (free <= 0 || members.has(joiner)) {
            return Optional.empty();
        }
        int rank = (int) Math.floorMod(position, (long) free);
        for (int other : taken) {
            if (other <= rank) {
                rank++;
            }
        }
        return Optional.of(members.keys().inOrder().get(rank));
    }

    /** Ranks, in the order of ids, of the members that cannot become observers. */
    private int[] takenRanks() {
        var taken = new TreeSet<GroupId>();
        joining.forEach((joiner, join) -> {
            taken.add(join.observer());
            RingNeighbours observer = members.get(join.observer());
            if (join.phase() == PREPARED && observer != null && observer.previous() != null) {
                taken.add(observer.previous());
            }
        });
        return taken.stream()
                .mapToInt(members.keys()::rank)
                .filter(rank -> rank >= 0)
                .sorted()
                .toArray();
    }

    /** Makes the first member of an empty cluster. */
    public Ring found(GroupId first) {
        return new Ring(members.with(first, RingNeighbours.ALONE), joining, aborted.without(first), left);
    }

    /** Begins a join. */
    public Ring prepare(GroupId observer, GroupId joiner) {
        return new Ring(members, joining.with(joiner, new Joining(observer, PREPARED)), aborted.without(joiner), left);
    }

    /** Ends a join and records that the joiner was turned away. */
    public Ring turnAway(GroupId joiner) {
        if (!joining.has(joiner) && aborted.has(joiner)) {
            return this;
        }
        return new Ring(members, joining.without(joiner), aborted.with(joiner), left);
    }

    /** The observer has notified the joiner, which may accept now. */
    public Ring notify(GroupId joiner) {
        Joining join = joining.get(joiner);
        return join == null
                ? this
                : new Ring(members, joining.with(joiner, new Joining(join.observer(), ACCEPTED)), aborted, left);
    }

    /** Inserts the joiner into the ring between its observer and the current successor of that. */
    public Ring admit(GroupId joiner) {
        Joining join = joining.get(joiner);
        RingNeighbours observer = join == null ? null : members.get(join.observer());
        if (join == null || observer == null) {
            return this;
        }
        GroupId before = join.observer();
        GroupId after = successorBehind(before);
        var stitched = members.with(joiner, new RingNeighbours(after, before));
        stitched = relink(stitched, after, null, joiner);
        stitched = relink(stitched, before, joiner, null);
        return new Ring(stitched, joining.without(joiner), aborted, left);
    }

    private static OrderedTable<GroupId, RingNeighbours> relink(
            OrderedTable<GroupId, RingNeighbours> members,
            GroupId group,
            @Nullable GroupId next,
            @Nullable GroupId previous) {
        RingNeighbours member = members.get(group);
        if (member == null) {
            return members;
        }
        RingNeighbours linked = next == null ? member : member.withNext(next);
        return members.with(group, previous == null ? linked : linked.withPrevious(previous));
    }

    /** Removes a group for good: its neighbours are linked, and joiners whose observer it was have to try again. */
    public Ring leave(GroupId group) {
        SortedTable<GroupId, Joining> stillJoining = joining.without(group);
        OrderedSet<GroupId> turnedAway = aborted.without(group);
        for (GroupId joiner : joinersOf(group)) {
            stillJoining = stillJoining.without(joiner);
            turnedAway = turnedAway.with(joiner);
        }
        return new Ring(closedOver(group), stillJoining, turnedAway, left.with(group));
    }

    private OrderedTable<GroupId, RingNeighbours> closedOver(GroupId group) {
        RingNeighbours member = members.get(group);
        OrderedTable<GroupId, RingNeighbours> rest = members.without(group);
        if (member == null || member.next() == null || member.previous() == null) {
            return rest;
        }
        if (member.next().equals(member.previous())) {
            return rest.with(member.next(), RingNeighbours.ALONE);
        }
        rest = relink(rest, member.previous(), member.next(), null);
        return relink(rest, member.next(), null, member.previous());
    }

    /** Keeps only the latest of the groups that left or were turned away. */
    public Ring remembering(int limit) {
        return new Ring(members, joining, aborted.latest(limit), left.latest(limit));
    }
}
