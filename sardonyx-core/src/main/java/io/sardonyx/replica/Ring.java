package io.sardonyx.replica;

import static io.sardonyx.replica.Joining.Phase.ACCEPTED;
import static io.sardonyx.replica.Joining.Phase.PREPARED;

import io.sardonyx.value.GroupId;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.OrderedTable;
import io.sardonyx.value.SortedTable;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to the cluster and who watches whom.
 *
 * @param members in order of joining; their neighbours form one cycle
 * @param joining the joins in flight, by joiner
 * @param aborted those who were turned away and have not tried again
 * @param left those who are gone, in order of leaving; their late entries are refused
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

    /** Whether the group is a member or on its way to become one. */
    public boolean knows(GroupId group) {
        return members.has(group) || joining.has(group);
    }

    public boolean hasLeft(GroupId group) {
        return left.has(group);
    }

    /** Whom a member watches, or null when it is alone. */
    public @Nullable GroupId successor(GroupId group) {
        RingNeighbours member = members.get(group);
        return member == null ? null : member.next();
    }

    /** Whom a joiner will watch once it is stitched in behind {@code observer}. */
    public GroupId successorBehind(GroupId observer) {
        GroupId next = successor(observer);
        return next == null ? observer : next;
    }

    /** The joiners a member helps in, in either phase. */
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

    public boolean isPrepared(GroupId joiner) {
        Joining join = joining.get(joiner);
        return join != null && join.phase() == PREPARED;
    }

    public boolean isAccepted(GroupId joiner) {
        Joining join = joining.get(joiner);
        return join != null && join.phase() == ACCEPTED;
    }

    /** The member that follows {@code group} in the order of ids, from the last on to the first. */
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
     * The member that takes a joiner at this position. Busy observers cannot, nor can whoever watches an observer that
     * has yet to notify: both edges of the ring would change at once.
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

    /** The first member of an empty cluster. */
    public Ring found(GroupId first) {
        return new Ring(members.with(first, RingNeighbours.ALONE), joining, aborted.without(first), left);
    }

    public Ring prepare(GroupId observer, GroupId joiner) {
        return new Ring(members, joining.with(joiner, new Joining(observer, PREPARED)), aborted.without(joiner), left);
    }

    /** The joiner has no attempt in flight and is known to have been turned away. */
    public Ring turnAway(GroupId joiner) {
        if (!joining.has(joiner) && aborted.has(joiner)) {
            return this;
        }
        return new Ring(members, joining.without(joiner), aborted.with(joiner), left);
    }

    /** The observer has told the joiner, who may now accept. */
    public Ring notify(GroupId joiner) {
        Joining join = joining.get(joiner);
        return join == null
                ? this
                : new Ring(members, joining.with(joiner, new Joining(join.observer(), ACCEPTED)), aborted, left);
    }

    /** Stitches the joiner in between its observer and whoever follows it now. */
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

    /** The group is gone for good: the ring closes over it and whoever it was helping in has to try again. */
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

    /** Remembers only the latest of those who are not here. */
    public Ring remembering(int limit) {
        return new Ring(members, joining, aborted.latest(limit), left.latest(limit));
    }
}
