package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Rosters for tests, built in the words of the chart. */
final class Rosters {

    static final JobId JOB = JobId.of("job");
    static final GroupId ANYBODY = GroupId.of("anybody");

    private Rosters() {}

    static PeerId peer(String name) {
        return PeerId.of(name);
    }

    static Plan.PlannedTask sequential(String name, int phase) {
        return new Plan.PlannedTask(TaskName.of(name), phase, Plan.Consumption.SEQUENTIAL);
    }

    static Plan.PlannedTask concurrent(String name, int phase) {
        return new Plan.PlannedTask(TaskName.of(name), phase, Plan.Consumption.CONCURRENT);
    }

    /** The first offer of a task of {@link #JOB}. */
    static Post post(String task) {
        return post(task, 0);
    }

    static Post post(String task, int attempt) {
        return new Post(JOB, TaskName.of(task), attempt);
    }

    static Roster planned(Plan.PlannedTask... tasks) {
        return planned(Roster.EMPTY, JOB.text(), tasks);
    }

    static Roster planned(Roster before, String job, Plan.PlannedTask... tasks) {
        return before.planning(JobId.of(job), before.lastPlanned() + 1, List.of(tasks));
    }

    static Roster idle(Roster roster, String... names) {
        for (String name : names) {
            roster = roster.with(peer(name), RosterPeer.IDLE);
        }
        return roster;
    }

    static Roster at(Roster roster, String name, PeerState state, Post post) {
        return roster.with(peer(name), new RosterPeer(state, post, RosterPeer.Notice.NONE));
    }

    static Roster gone(Roster roster, String name, PeerState state, RosterPeer.Notice notice) {
        return roster.with(peer(name), new RosterPeer(state, null, notice));
    }

    static PeerState state(Roster roster, String name) {
        return known(roster, name).state();
    }

    static RosterPeer known(Roster roster, String name) {
        return Objects.requireNonNull(roster.peers().get(peer(name)), name);
    }

    static Change<Roster> change(Roster before, Event event) {
        return new Change<>(before, event.apply(before, 0));
    }

    static Roster after(Roster before, Event... events) {
        for (Event event : events) {
            before = event.apply(before, 0);
        }
        return before;
    }

    /** What the leader appends because of the event. */
    static List<Event> followUps(Roster before, Event event) {
        return event.reactions(change(before, event), ANYBODY).stream()
                .map(Reaction::step)
                .map(Event.class::cast)
                .toList();
    }

    static List<Offer> offers(String... peersAndTasks) {
        return Stream.of(peersAndTasks)
                .map(pair -> pair.split(":", -1))
                .map(pair -> new Offer(peer(pair[0]), post(pair[1])))
                .toList();
    }
}
