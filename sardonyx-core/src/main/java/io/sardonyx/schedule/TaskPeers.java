package io.sardonyx.schedule;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Places;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Task;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;

/** The peers of one task while a plan is made: those that stay and those that are added. */
final class TaskPeers {

    /** Index of the job. */
    final int job;
    /** Index of the task within its job. */
    final int index;

    final Task task;
    /** Planned number of peers. */
    final int wanted;
    /** Whether peers may be moved off the task; not if it is frozen, recovering or being sealed. */
    final boolean movable;

    private final JobId id;
    private final Stage stage;
    private Places stay;
    private List<SchedulablePeer> come = List.of();

    TaskPeers(int job, Demand demand, int index, Stage stage, int wanted, boolean movable) {
        this.job = job;
        this.id = demand.job().id();
        this.index = index;
        this.task = demand.job().tasks().get(index);
        this.stage = stage;
        this.wanted = wanted;
        this.movable = movable;
        this.stay = Places.of(stage.places());
    }

    /** The places that stay as they are. */
    Places stay() {
        return stay;
    }

    /** The peers that are added. */
    List<SchedulablePeer> come() {
        return come;
    }

    void keep(List<Place> places) {
        stay = Places.of(places);
    }

    /** Adds peers; those that were on the task before get their old place back. */
    void add(List<SchedulablePeer> workers) {
        if (workers.isEmpty()) {
            return;
        }
        var more = new ArrayList<>(come);
        var back = new ArrayList<PeerId>();
        for (SchedulablePeer worker : workers) {
            if (wasHere(worker)) {
                back.add(worker.id());
            } else {
                more.add(worker);
            }
        }
        come = more;
        if (!back.isEmpty()) {
            keep(stage.places().stream()
                    .filter(place -> back.contains(place.peer()) || holds(place.peer()))
                    .toList());
        }
    }

    /**
     * Whether the worker was on this task before the plan. The assignment is compared first, to avoid a search of the
     * places.
     */
    private boolean wasHere(SchedulablePeer worker) {
        Assignment now = worker.assignment();
        return now != null && now.job().equals(id) && now.task().equals(task.name()) && stage.holds(worker.id());
    }

    void remove(PeerId peer) {
        stay = stay.without(peer);
        come = come.stream().filter(worker -> !worker.id().equals(peer)).toList();
    }

    boolean holds(PeerId peer) {
        return stay.stream().anyMatch(place -> place.peer().equals(peer));
    }

    int size() {
        return stay.size() + come.size();
    }

    /** How many peers are missing to the planned number. */
    int missing() {
        return wanted - size();
    }

    /** The peers, latest arrival first. */
    List<PeerId> latestFirst() {
        var peers = new ArrayList<PeerId>(size());
        for (int i = come.size() - 1; i >= 0; i--) {
            peers.add(come.get(i).id());
        }
        for (int i = stay.size() - 1; i >= 0; i--) {
            peers.add(stay.get(i).peer());
        }
        return peers;
    }

    /** Whether no peer was added or removed. */
    boolean isAsBefore() {
        return come.isEmpty() && stay.size() == stage.places().size();
    }

    /** The planned stage; the identical object when nothing changed. */
    Stage settled() {
        if (isAsBefore()) {
            return stage;
        }
        if (come.isEmpty()) {
            return stage.with(stay);
        }
        boolean[] taken = stay.takenBelow(size() + 1);
        var places = new ArrayList<Place>(come.size());
        var numbers = new long[come.size()];
        int slot = 0;
        for (SchedulablePeer worker : come) {
            while (taken[slot]) {
                slot++;
            }
            numbers[places.size()] = NumberedPeer.numberOf(worker);
            places.add(new Place(worker.id(), slot++, worker.site()));
        }
        return stage.with(stay.with(places, numbers));
    }
}
