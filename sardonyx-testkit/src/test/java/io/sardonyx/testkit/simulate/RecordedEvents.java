package io.sardonyx.testkit.simulate;

import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.coordinator.Unfit;
import io.sardonyx.coordinator.Withdraw;
import io.sardonyx.log.Entry;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The history of every peer in a recorded log of a coordinator, and what the property checks of the original design
 * demand of it. It knows only the states that peers were in after each event, not why.
 */
final class RecordedEvents {

    /** The chart, with what may follow each state. */
    private static final Map<PeerState, Set<PeerState>> CHART = Map.of(
            PeerState.IDLE, Set.of(PeerState.ACKING, PeerState.DEAD),
            PeerState.ACKING, Set.of(PeerState.ACTIVE, PeerState.REVOKED, PeerState.DEAD),
            PeerState.ACTIVE, Set.of(PeerState.SEALING, PeerState.WAITING, PeerState.DEAD),
            PeerState.WAITING, Set.of(PeerState.IDLE, PeerState.DEAD),
            PeerState.SEALING, Set.of(PeerState.IDLE, PeerState.DEAD),
            PeerState.REVOKED, Set.of(PeerState.DEAD),
            PeerState.DEAD, Set.of());

    private final Map<PeerId, List<Stay>> stays = new TreeMap<>();
    private final Map<PeerId, Integer> activations = new TreeMap<>();
    private final Map<PeerId, PeerState> states = new TreeMap<>();
    private final List<String> illegal = new ArrayList<>();
    private final List<JobId> unfinished;

    /** A task of a job. */
    private record Place(JobId job, TaskName task) {}

    /**
     * What a peer did at one sequential task: the positions from the event that offered it to the one after which it
     * was there no more, or the end of the log.
     */
    private record Stay(Place place, long from, long to) {

        boolean overlaps(Stay other) {
            return place.equals(other.place) && from < other.to && other.from < to;
        }
    }

    RecordedEvents(List<Entry<Roster>> log, BiFunction<Roster, Entry<Roster>, Roster> fold) {
        Roster roster = Roster.EMPTY;
        Map<PeerId, Stay> open = new HashMap<>();
        for (Entry<Roster> entry : log) {
            roster = fold.apply(roster, entry);
            for (PeerId peer : roster.peers().keys()) {
                note(entry, peer, roster, open);
            }
        }
        open.forEach((peer, stay) -> close(peer, stay, Long.MAX_VALUE));
        unfinished = List.copyOf(roster.jobs().keys());
    }

    /** Planned jobs of which not all tasks are complete, and which were not withdrawn. */
    List<JobId> unfinishedJobs() {
        return unfinished;
    }

    private void note(Entry<Roster> entry, PeerId id, Roster roster, Map<PeerId, Stay> open) {
        RosterPeer peer = roster.peers().get(id);
        if (peer == null) {
            return;
        }
        PeerState before = states.put(id, peer.state());
        boolean takenBack = entry.step() instanceof Withdraw || entry.step() instanceof Unfit;
        boolean legal = before == null
                ? peer.state() == PeerState.IDLE
                : before == peer.state()
                        || CHART.getOrDefault(before, Set.of()).contains(peer.state())
                        || takenBack && peer.state() == PeerState.IDLE && before.isAtTask();
        if (!legal) {
            illegal.add("event " + entry.position() + " took " + id + " from " + before + " to " + peer.state());
        }
        if (before != peer.state() && peer.state() == PeerState.ACTIVE) {
            activations.merge(id, 1, Integer::sum);
        }
        Place place = sequential(peer, roster);
        Stay stay = open.get(id);
        if (stay != null && !stay.place.equals(place)) {
            open.remove(id);
            close(id, stay, entry.position());
        }
        if (place != null && !open.containsKey(id)) {
            open.put(id, new Stay(place, entry.position(), Long.MAX_VALUE));
        }
    }

    /** The sequential task that a peer is at, or null. */
    private static @Nullable Place sequential(RosterPeer peer, Roster roster) {
        var post = peer.post();
        if (post == null || !peer.state().isAtTask()) {
            return null;
        }
        TaskProgress task = roster.task(post.job(), post.task());
        return task == null || task.isConcurrent() ? null : new Place(post.job(), post.task());
    }

    private void close(PeerId peer, Stay stay, long to) {
        stays.computeIfAbsent(peer, ignored -> new ArrayList<>()).add(new Stay(stay.place, stay.from, to));
    }

    /** Transitions that the chart does not have; a peer whose task is taken back is idle. */
    List<String> illegalTransitions() {
        return illegal;
    }

    /** Two peers that were at the same sequential task at once, by the positions of their events. */
    List<String> sharedSequentialTasks() {
        var shared = new ArrayList<String>();
        stays.forEach((one, own) -> stays.forEach((other, others) -> own.forEach(stay -> others.stream()
                .filter(met -> one.compareTo(other) < 0 && met.overlaps(stay))
                .forEach(met -> shared.add(one + " " + stay + " and " + other + " " + met)))));
        return shared;
    }

    /** How many stays at sequential tasks there were. */
    long sequentialStays() {
        return stays.values().stream().mapToLong(List::size).sum();
    }

    /** How often each peer became active. */
    Map<PeerId, Integer> activations() {
        var all = new TreeMap<PeerId, Integer>();
        states.keySet().forEach(peer -> all.put(peer, activations.getOrDefault(peer, 0)));
        return all;
    }
}
