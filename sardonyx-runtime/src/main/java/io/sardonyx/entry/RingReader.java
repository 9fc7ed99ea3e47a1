package io.sardonyx.entry;

import io.sardonyx.json.Field;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Joining.Phase;
import io.sardonyx.replica.Ring;
import io.sardonyx.replica.RingNeighbours;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Parser of the ring in a replica's view: members, joining groups and those outside. Each group has one role. */
final class RingReader {

    private final Field root;
    private final Map<GroupId, String> roles = new TreeMap<>();
    private final Set<GroupId> members = new LinkedHashSet<>();
    private final Map<GroupId, Joining> joining = new TreeMap<>();
    private final OrderedSet<GroupId> aborted;
    private final OrderedSet<GroupId> left;

    RingReader(Field root) {
        this.root = root;
        for (Field group : root.at("groups").items()) {
            if (members.add(group.as(GroupId::of))) {
                role(group, group.as(GroupId::of), "a member");
            }
        }
        readJoining(root.at("prepared"), Phase.PREPARED);
        readJoining(root.at("accepted"), Phase.ACCEPTED);
        aborted = readOutsiders(root.at("aborted"), "turned away");
        left = readOutsiders(root.at("left"), "gone");
    }

    private void role(Field where, GroupId group, String role) {
        String other = roles.putIfAbsent(group, role);
        if (other != null) {
            throw where.wrong(group + " is " + role + " here, but " + other + " elsewhere");
        }
    }

    private void readJoining(Field section, Phase phase) {
        for (Field join : section.fields()) {
            GroupId joiner = join.as(GroupId::of);
            role(join, joiner, "joining");
            joining.put(joiner, new Joining(join.nameAs(GroupId::of), phase));
        }
    }

    private OrderedSet<GroupId> readOutsiders(Field section, String role) {
        OrderedSet<GroupId> groups = OrderedSet.of(section.all(GroupId::of));
        groups.forEach(group -> role(section, group, role));
        return groups;
    }

    /** Whether the group is known but no member, so that its peers wait until it has joined. */
    boolean isOutside(GroupId group) {
        return roles.containsKey(group) && !members.contains(group);
    }

    boolean isMember(GroupId group) {
        return members.contains(group);
    }

    /** Makes a group with peers a member, unless it has another role. */
    void admit(Field where, GroupId group) {
        if (!members.contains(group)) {
            role(where, group, "a member (it has peers)");
            members.add(group);
        }
    }

    Ring ring() {
        checkObservers();
        Map<GroupId, GroupId> next = new TreeMap<>();
        Map<GroupId, GroupId> previous = new TreeMap<>();
        for (Field pair : root.at("pairs").fields()) {
            GroupId watcher = pair.nameAs(GroupId::of);
            GroupId watched = pair.as(GroupId::of);
            checkMember(pair, watcher);
            checkMember(pair, watched);
            if (watcher.equals(watched)) {
                throw pair.wrong(watcher + " cannot watch itself; a lone member has no pair");
            }
            GroupId other = previous.put(watched, watcher);
            if (other != null) {
                throw pair.wrong(watched + " is watched by " + other + " already");
            }
            next.put(watcher, watched);
        }
        checkOneCycle(next);
        OrderedTable<GroupId, RingNeighbours> table = OrderedTable.empty();
        for (GroupId group : members) {
            table = table.with(group, new RingNeighbours(next.get(group), previous.get(group)));
        }
        return new Ring(table, joining.isEmpty() ? SortedTable.empty() : SortedTable.of(joining), aborted, left);
    }

    private void checkMember(Field where, GroupId group) {
        if (!members.contains(group)) {
            throw where.wrong(group + " is no member; name it in groups, or leave the pair out");
        }
    }

    private void checkObservers() {
        var observers = new TreeSet<GroupId>();
        for (String key : new String[] {"prepared", "accepted"}) {
            for (Field join : root.at(key).fields()) {
                GroupId observer = join.nameAs(GroupId::of);
                checkMember(join, observer);
                if (!observers.add(observer)) {
                    throw join.wrong(observer + " observes another joiner already");
                }
            }
        }
    }

    /** Checks that the pairs form at most one cycle; members without a pair are accepted. */
    private void checkOneCycle(Map<GroupId, GroupId> next) {
        var seen = new TreeSet<GroupId>();
        int cycles = 0;
        for (GroupId start : next.keySet()) {
            GroupId at = seen.contains(start) ? null : start;
            while (at != null && seen.add(at)) {
                at = next.get(at);
            }
            cycles += start.equals(at) ? 1 : 0;
            if (cycles > 1) {
                throw root.at("pairs").wrong("these are two rings, and " + start + " is in the second; there is one");
            }
        }
    }
}
