package io.sardonyx.schedule;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Places;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Task;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.LatestFirst;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Assignment of peers to tasks, given the number of peers for each task: fewest moves first, then balance over sites.
 *
 * <p>Peers on a task that still wants them stay. Only missing peers are filled in, from released before idle ones;
 * where tags leave no candidate, the shortest chain of displacements makes room.
 */
final class Placement {

    private final List<PeerNeed> needs;
    private final OrderedTable<PeerId, ? extends SchedulablePeer> workers;
    /** The capacity if tags or sites matter, else null. */
    private final @Nullable TaggedCapacity fitted;
    /** The peers of all tasks of all jobs, in order. */
    private final List<TaskPeers> crews = new ArrayList<>();
    /** Index of each job's first task in {@link #crews}. */
    private final int[] firstCrew;

    private final SiteSpread spread = new SiteSpread();
    /** The sequence number of each peer that moves, or negative, in the order of the moves. */
    private final LongStream.Builder numbers = LongStream.builder();

    Placement(List<PeerNeed> needs, OrderedTable<PeerId, ? extends SchedulablePeer> workers, PeerCapacity room) {
        this.needs = needs;
        this.workers = workers;
        this.fitted = room instanceof TaggedCapacity fittedRoom ? fittedRoom : null;
        this.firstCrew = new int[needs.size()];
        for (int j = 0; j < needs.size(); j++) {
            firstCrew[j] = crews.size();
            addCrews(j, room.split(j));
        }
    }

    private void addCrews(int j, int[] split) {
        Demand demand = needs.get(j).demand;
        boolean kept = PeerNeed.sum(split) > 0;
        for (int t = 0; t < split.length; t++) {
            PeerNeed need = needs.get(j);
            crews.add(new TaskPeers(j, demand, t, need.stage(t), split[t], !kept || need.fast(t) == 0));
        }
    }

    /** The sequence numbers of the peers that {@link #place} moves, or negative, in the order of the moves. */
    long[] numbers() {
        return numbers.build().toArray();
    }

    /** Places all peers and returns -1; or returns the index of the first job for which that is impossible. */
    int place(List<Demand> placed, List<Move> moves) {
        var pool = new FreePeers();
        boolean anyMissing = false;
        for (TaskPeers crew : crews) {
            anyMissing |= release(crew, pool);
        }
        if (anyMissing) {
            addIdle(pool);
            int failed = fill(pool);
            if (failed >= 0) {
                return failed;
            }
        }
        pool.stillReleased().forEach(peer -> {
            moves.add(new Move(peer.id(), null));
            numbers.add(NumberedPeer.numberOf(peer));
        });
        settle(placed, moves);
        return -1;
    }

    /**
     * Adds the idle peers to the pool. It searches from the latest arrival, since these often are the only idle ones,
     * and stops when all others are known to have a place.
     */
    private void addIdle(FreePeers pool) {
        int busy = 0;
        for (PeerNeed need : needs) {
            busy += need.demand.size();
        }
        int left = Math.max(0, workers.size() - busy);
        var idle = new ArrayDeque<SchedulablePeer>(left);
        for (LatestFirst<? extends SchedulablePeer> each = workers.latestFirst(); left > 0 && each.hasNext(); ) {
            SchedulablePeer worker = each.next();
            if (worker.assignment() == null) {
                left--;
                idle.addFirst(new NumberedPeer(worker, each.number()));
            }
        }
        for (SchedulablePeer worker : idle) {
            if (!isChosen(worker.id())) {
                pool.addIdle(worker);
            }
        }
    }

    private boolean isChosen(PeerId peer) {
        return fitted != null && fitted.isChosen(peer);
    }

    /** Decides which peers stay and releases the others; returns whether peers are missing then. */
    private boolean release(TaskPeers crew, FreePeers pool) {
        Places places = crew.stay();
        if (fitted != null) {
            keepFitting(crew, fitted, pool);
        } else if (places.size() > crew.wanted) {
            keepSpread(crew, places, pool);
        }
        return crew.missing() > 0;
    }

    /**
     * Decides which peers stay where tags or sites matter: those of chosen copies, and those that no copy has taken.
     */
    private void keepFitting(TaskPeers crew, TaggedCapacity room, FreePeers pool) {
        boolean colocated = needs.get(crew.job).colocated;
        List<SchedulablePeer> chosen = colocated ? room.chosen(crew.job, crew.index) : List.of();
        var chosenIds = new TreeSet<PeerId>();
        chosen.forEach(worker -> chosenIds.add(worker.id()));
        var mine = new ArrayList<Place>();
        for (Place place : crew.stay()) {
            boolean stays = colocated ? chosenIds.remove(place.peer()) : !room.isChosen(place.peer());
            if (stays) {
                mine.add(place);
            } else if (!room.isChosen(place.peer())) {
                releaseTo(pool, place.peer(), -1);
            }
        }
        if (!colocated && mine.size() > crew.wanted) {
            keepSpread(crew, Places.of(mine), pool);
        } else {
            crew.keep(mine);
            crew.add(chosen.stream()
                    .filter(worker -> chosenIds.contains(worker.id()))
                    .toList());
        }
    }

    /** Number of a peer's tags. */
    private int capability(Place place) {
        SchedulablePeer worker = workers.get(place.peer());
        return worker == null ? 0 : worker.tags().words().size();
    }

    /** Releases a peer, which is looked for at its presumed number first. */
    private void releaseTo(FreePeers pool, PeerId peer, long presumed) {
        long number = presumed;
        SchedulablePeer worker = workers.at(number);
        if (worker == null || !worker.id().equals(peer)) {
            number = workers.number(peer);
            worker = workers.at(number);
        }
        if (worker != null) {
            pool.addReleased(new NumberedPeer(worker, number));
        }
    }

    /**
     * Keeps as many peers as are wanted: where tags matter those with fewest tags, since the others may be needed
     * elsewhere; among equals spread evenly over sites, and the lowest slots of each site.
     */
    private void keepSpread(TaskPeers crew, Places places, FreePeers pool) {
        boolean[] stays = new boolean[places.size()];
        int left = crew.wanted;
        if (fitted == null) {
            spread.keep(places, null, left, stays);
        } else {
            for (int[] equals : classes(places)) {
                spread.keep(places, equals, Math.min(left, equals.length), stays);
                left -= Math.min(left, equals.length);
            }
        }
        for (int i = 0; i < stays.length; i++) {
            if (!stays[i]) {
                releaseTo(pool, places.get(i).peer(), places.number(i));
            }
        }
        crew.keep(places.only(stays, crew.wanted));
    }

    /** Indices of places grouped by number of tags, the fewest first. */
    private Collection<int[]> classes(List<Place> places) {
        int[] all = new int[places.size()];
        Arrays.setAll(all, i -> i);
        return Arrays.stream(all)
                .boxed()
                .collect(Collectors.groupingBy(i -> capability(places.get(i)), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(equals -> equals.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /**
     * Fills tasks that miss peers, those with most required tags first, so that capable peers are not spent on others.
     * Returns -1, or the index of a job that cannot be filled.
     */
    private int fill(FreePeers pool) {
        List<TaskPeers> incomplete = new ArrayList<>();
        for (TaskPeers crew : crews) {
            if (crew.missing() > 0) {
                incomplete.add(crew);
            }
        }
        if (fitted != null) {
            incomplete.sort(
                    Comparator.comparing((TaskPeers crew) -> crew.task.tags()).reversed());
        }
        for (TaskPeers crew : incomplete) {
            crew.add(pool.take(crew.task.tags(), crew.missing(), crew.stay()));
            while (crew.missing() > 0) {
                if (!displace(crew, pool)) {
                    return crew.job;
                }
            }
        }
        return -1;
    }

    /**
     * Breadth-first search for the shortest chain of displacements: a peer of another task comes here, and a free peer,
     * or again one of another task, takes its place.
     */
    private boolean displace(TaskPeers shortOfOne, FreePeers pool) {
        var chain = new ArrayDeque<Link>();
        var seen = new ArrayList<TaskPeers>();
        chain.add(new Link(shortOfOne, null, null));
        seen.add(shortOfOne);
        while (!chain.isEmpty()) {
            Link link = chain.remove();
            List<SchedulablePeer> free = pool.take(link.crew.task.tags(), 1, Places.NONE);
            if (!free.isEmpty()) {
                moveAlong(link, free.get(0));
                return true;
            }
            for (TaskPeers other : crews) {
                if (other.movable && !seen.contains(other)) {
                    other.latestFirst().stream()
                            .filter(peer -> satisfies(peer, link.crew.task))
                            .findFirst()
                            .ifPresent(peer -> {
                                seen.add(other);
                                chain.add(new Link(other, peer, link));
                            });
                }
            }
        }
        return false;
    }

    /** A step of the chain: {@code leaves} moves from {@code crew} to the crew of {@code towards}. */
    private record Link(
            TaskPeers crew,
            @Nullable PeerId leaves,
            @Nullable Link towards) {}

    /** Applies a chain, from the task that gets the free peer to the one that missed a peer. */
    private void moveAlong(Link last, SchedulablePeer free) {
        SchedulablePeer comes = free;
        for (Link link = last; link != null; link = link.towards) {
            PeerId leaves = link.leaves;
            if (leaves != null) {
                link.crew.remove(leaves);
            }
            link.crew.add(List.of(comes));
            SchedulablePeer moved = leaves == null ? null : workers.get(leaves);
            comes = moved == null ? comes : moved;
        }
    }

    private boolean satisfies(PeerId peer, Task task) {
        SchedulablePeer worker = workers.get(peer);
        return worker != null && worker.tags().satisfy(task.tags());
    }

    /** Collects the new stages and the moves; jobs without changes keep the identical object. */
    private void settle(List<Demand> placed, List<Move> moves) {
        for (int j = 0; j < needs.size(); j++) {
            Demand demand = needs.get(j).demand;
            int size = demand.stages().size();
            List<TaskPeers> own = crews.subList(firstCrew[j], firstCrew[j] + size);
            boolean same = true;
            for (int t = 0; t < size; t++) {
                same &= own.get(t).isAsBefore()
                        && own.get(t).settled() == demand.stages().get(t);
            }
            if (same) {
                placed.add(demand);
            } else {
                var stages = new Stage[size];
                for (int t = 0; t < size; t++) {
                    stages[t] = own.get(t).settled();
                    addMoves(demand, own.get(t), stages[t], moves);
                }
                placed.add(new Demand(demand.job(), List.of(stages)));
            }
        }
    }

    private void addMoves(Demand demand, TaskPeers crew, Stage stage, List<Move> moves) {
        var places = Places.of(stage.places());
        for (int i = crew.stay().size(); i < crew.size(); i++) {
            Place place = places.get(i);
            numbers.add(places.number(i));
            moves.add(new Move(
                    place.peer(), new Assignment(place.peer(), demand.job().id(), crew.task.name(), place.slot())));
        }
    }
}
