package io.sardonyx.entry;

import io.sardonyx.coordinator.Headcount;
import io.sardonyx.coordinator.JobProgress;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterInvariants;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parser of a roster's view; completes it where it is partial. */
final class RosterReader {

    /** All known keys, in the order in which they are written. */
    private static final List<String> KEYS = List.of(
            "format", "position", "peers", "idle", "jobs", "finished", "skipped", "last-planned", "last-offered");

    /** Highest slot number that is accepted. */
    private static final int MAX_SLOT = 1 << 24;

    private final Field root;
    private final Map<PeerId, RosterPeer> peers = new TreeMap<>();
    /** The peers at each task with the field that gives their slot, if any. */
    private final Map<JobId, Map<TaskName, Map<PeerId, Field>>> slots = new TreeMap<>();

    RosterReader(Field root) {
        this.root = root;
    }

    RosterView view() {
        checkKeys();
        Field format = root.at("format");
        if (!format.isAbsent() && format.whole(1, Long.MAX_VALUE) > EntryCodec.FORMAT) {
            throw format.wrong("this program reads formats up to " + EntryCodec.FORMAT + "; use a newer one");
        }
        root.at("peers").fields().forEach(this::readPeer);
        var jobs = jobs();
        long lastJob = jobs.isEmpty()
                ? Roster.NOWHERE
                : jobs.values().get(jobs.size() - 1).submitted();
        var roster = new Roster(
                peers.isEmpty() ? SortedTable.empty() : SortedTable.of(peers),
                idle(),
                jobs,
                finished(),
                position("last-planned", lastJob),
                position("last-offered", Roster.NOWHERE));
        var broken = RosterInvariants.brokenIn(roster);
        if (!broken.isEmpty()) {
            throw new BadInput("this roster breaks what always holds: " + String.join("; ", broken));
        }
        return new RosterView(roster, position("position", RosterView.NO_POSITION));
    }

    private void checkKeys() {
        for (Field field : root.fields()) {
            if (!KEYS.contains(field.name())) {
                throw new BadInput(
                        "a roster has no key \"" + field.name() + "\"" + Spelling.didYouMean(field.name(), KEYS));
            }
        }
    }

    private long position(String key, long absent) {
        Field position = root.at(key);
        return position.isAbsent() ? absent : position.position();
    }

    private void readPeer(Field field) {
        PeerId id = field.nameAs(PeerId::of);
        PeerState state = Keywords.read(field.at("state"), PeerState.IDLE);
        Post post = field.at("task").isAbsent() ? null : EventCodec.readPost(field);
        peers.put(id, new RosterPeer(state, post, Keywords.read(field.at("notice"), RosterPeer.Notice.NONE)));
        if (post != null && state.isAtTask()) {
            slots.computeIfAbsent(post.job(), job -> new TreeMap<>())
                    .computeIfAbsent(post.task(), task -> new TreeMap<>())
                    .put(id, field.at("slot"));
        }
    }

    private OrderedSet<PeerId> idle() {
        var queue = new ArrayList<>(root.at("idle").all(PeerId::of));
        peers.forEach((id, peer) -> {
            if (peer.state() == PeerState.IDLE) {
                queue.add(id);
            }
        });
        return OrderedSet.of(queue);
    }

    private OrderedTable<JobId, JobProgress> jobs() {
        OrderedTable<JobId, JobProgress> jobs = OrderedTable.empty();
        for (Field field : root.at("jobs").items()) {
            JobId id = field.at("id").as(JobId::of);
            if (jobs.has(id)) {
                throw field.wrong("job " + id + " is listed twice");
            }
            jobs = jobs.with(id, job(id, field));
        }
        return jobs;
    }

    private JobProgress job(JobId id, Field field) {
        OrderedTable<TaskName, TaskProgress> tasks = OrderedTable.empty();
        for (Field item : field.at("tasks").items()) {
            TaskProgress task = task(id, item);
            if (tasks.has(task.planned().name())) {
                throw item.wrong("task " + task.planned().name() + " is listed twice");
            }
            tasks = tasks.with(task.planned().name(), task);
        }
        return new JobProgress(
                field.at("submitted").position(),
                tasks,
                OrderedSet.of(field.at("unfit").all(PeerId::of)),
                CommandArguments.counts(field.at("skipped")));
    }

    private OrderedTable<JobId, SortedTable<TaskName, Long>> finished() {
        OrderedTable<JobId, SortedTable<TaskName, Long>> finished = OrderedTable.empty();
        for (JobId id : root.at("finished").all(JobId::of)) {
            finished = finished.with(id, SortedTable.empty());
        }
        for (Field counts : root.at("skipped").fields()) {
            JobId id = counts.nameAs(JobId::of);
            if (!finished.has(id)) {
                throw counts.wrong("job " + id + " is not finished");
            }
            finished = finished.with(id, CommandArguments.counts(counts));
        }
        return finished;
    }

    private TaskProgress task(JobId job, Field field) {
        Plan.PlannedTask planned = EventCodec.task(field);
        Map<PeerId, Field> there = slots.getOrDefault(job, Map.of()).getOrDefault(planned.name(), Map.of());
        var headcount = Headcount.NONE;
        for (PeerId id : there.keySet()) {
            RosterPeer peer = peers.get(id);
            headcount = peer == null ? headcount : headcount.plus(peer.state());
        }
        return new TaskProgress(
                planned,
                !field.at("complete").isAbsent() && field.at("complete").flag(),
                field.at("attempt").isAbsent() ? 0 : field.at("attempt").count(0),
                OrderedSet.of(field.at("sealers").all(PeerId::of)),
                slots(there),
                headcount);
    }

    /** The slots that are given; the other peers take the lowest free ones. */
    private static SortedTable<PeerId, Integer> slots(Map<PeerId, Field> there) {
        var slots = new TreeMap<PeerId, Integer>();
        var taken = new BitSet();
        there.forEach((id, slot) -> {
            if (!slot.isAbsent()) {
                slots.put(id, (int) slot.whole(0, MAX_SLOT));
                taken.set((int) slot.whole(0, MAX_SLOT));
            }
        });
        there.keySet().forEach(id -> {
            if (!slots.containsKey(id)) {
                slots.put(id, taken.nextClearBit(0));
                taken.set(taken.nextClearBit(0));
            }
        });
        return slots.isEmpty() ? SortedTable.empty() : SortedTable.of(slots);
    }
}
