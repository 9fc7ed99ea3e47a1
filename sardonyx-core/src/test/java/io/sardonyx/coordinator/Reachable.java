package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.post;

import io.sardonyx.log.Change;
import io.sardonyx.log.Step;
import io.sardonyx.value.PeerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Every roster that any events in any order lead to, however early, late, repeated or made up. */
final class Reachable {

    private final List<Step<Roster>> events;
    private final Map<Roster, Integer> numbers = new LinkedHashMap<>();
    private final List<Roster> rosters = new ArrayList<>();
    private final List<Move> steps = new ArrayList<>();
    private final TreeSet<String> broken = new TreeSet<>();

    private record Move(int from, int event, int to) {}

    private Reachable(List<Step<Roster>> events) {
        this.events = events;
    }

    /** Visits all rosters behind the empty one by these events. */
    static Reachable by(List<Step<Roster>> events) {
        return by(events, Integer.MAX_VALUE);
    }

    /** As {@link #by(List)}, until that many are visited or an invariant is broken. */
    static Reachable by(List<Step<Roster>> events, int most) {
        var reachable = new Reachable(events);
        reachable.number(Roster.EMPTY);
        for (int i = 0; i < reachable.rosters.size() && i < most && reachable.broken.isEmpty(); i++) {
            reachable.visit(i);
        }
        return reachable;
    }

    /** All events about these peers and the tasks of {@link Rosters#JOB}. */
    static List<Event> events(List<PeerId> peers, Plan.PlannedTask... tasks) {
        var events = new ArrayList<Event>();
        events.addAll(List.of(new Plan(JOB, 0, List.of(tasks)), new Withdraw(JOB)));
        for (PeerId peer : peers) {
            events.addAll(List.of(new Born(peer), new Death(peer), new Evict(peer), new Shutdown(peer)));
            events.add(new Unfit(peer, JOB));
            for (Plan.PlannedTask task : tasks) {
                for (int attempt = 0; attempt <= peers.size(); attempt++) {
                    var post = post(task.name().text(), attempt);
                    events.addAll(List.of(new Offer(peer, post), new Ack(peer, post), new Revoke(peer, post)));
                    events.addAll(List.of(
                            new Exhaust(peer, post), new Seal(peer, post), new Complete(peer, post, post.attempt())));
                }
            }
        }
        return events;
    }

    private int number(Roster roster) {
        return numbers.computeIfAbsent(roster, unseen -> {
            rosters.add(unseen);
            return rosters.size() - 1;
        });
    }

    private void visit(int from) {
        for (int event = 0; event < events.size(); event++) {
            var before = rosters.get(from);
            var change = new Change<>(before, events.get(event).apply(before, 0));
            if (change.happened()) {
                steps.add(new Move(from, event, number(change.after())));
                broken.addAll(RosterInvariants.brokenBy(change));
            }
        }
    }

    List<Roster> rosters() {
        return rosters;
    }

    /** The names of the invariants that some step breaks. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    /** The events that apply somewhere behind a step that they made. */
    List<Step<Roster>> applyingTwice() {
        var before = new ArrayList<List<Integer>>();
        rosters.forEach(roster -> before.add(new ArrayList<>()));
        steps.forEach(step -> before.get(step.to).add(step.from));
        return Stream.iterate(0, event -> event < events.size(), event -> event + 1)
                .filter(event -> appliesTwice(event, before))
                .map(events::get)
                .toList();
    }

    private boolean appliesTwice(int event, List<List<Integer>> before) {
        var mayYetApply = new BitSet();
        var open = new ArrayDeque<Integer>();
        steps.stream().filter(step -> step.event == event).forEach(step -> open.add(step.from));
        while (!open.isEmpty()) {
            int roster = open.remove();
            if (!mayYetApply.get(roster)) {
                mayYetApply.set(roster);
                open.addAll(before.get(roster));
            }
        }
        return steps.stream().anyMatch(step -> step.event == event && mayYetApply.get(step.to));
    }
}
