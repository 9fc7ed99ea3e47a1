package io.sardonyx.schedule;

import io.sardonyx.job.Assignment;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Place;
import io.sardonyx.job.Stage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.value.OrderedTable;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which peer takes which place, given how many each task gets: as few moves as possible, then balance over sites.
 *
 * <p>Who is on a task that still wants peers stays. Only what is missing is filled, from those who lost their place before
 * the idle; where tags leave nobody, the shortest chain of displacements makes room.
 */
final class Placement {

    private final List<Need> needs;
    private final OrderedTable<PeerId, ? extends Worker> workers;
    private final @Nullable FittedRoom fitted;
    private final List<Crew> crews = new ArrayList<>();
    private final int[] firstCrew;

    Placement(List<Need> needs, OrderedTable<PeerId, ? extends Worker> workers, Room room) {
        this.needs = needs;
        this.workers = workers;
        this.fitted = room instanceof FittedRoom fittedRoom ? fittedRoom : null;
        this.firstCrew = new int[needs.size()];
        for (int j = 0; j < needs.size(); j++) {
            firstCrew[j] = crews.size();
            addCrews(j, room.split(j));
        }
    }

    private void addCrews(int j, int[] split) {
        Demand demand = needs.get(j).demand;
        boolean kept = Arrays.stream(split).anyMatch(count -> count > 0);
        for (int t = 0; t < split.length; t++) {
            Task task = demand.job().tasks().get(t);
            Stage stage = demand.stages().get(t);
            boolean movable = !kept || stage.isOpen() && (task.flux() == Flux.CONTINUE || stage.places().isEmpty());
            crews.add(new Crew(j, task, stage, split[t], movable));
        }
    }

    /** Everybody in place; or, as the job's index, the first job for which that is impossible. */
    int place(List<Demand> placed, List<Move> moves) {
        var pool = new Pool();
        boolean anyMissing = false;
        for (Crew crew : crews) {
            anyMissing |= release(crew, pool);
        }
        if (anyMissing) {
            workers.values().stream()
                    .filter(worker -> worker.assignment() == null && !isChosen(worker.id()))
                    .forEach(pool::addIdle);
            int failed = fill(pool);
            if (failed >= 0) {
                return failed;
            }
        }
        pool.stillReleased().forEach(peer -> moves.add(new Move(peer, null)));
        settle(placed, moves);
        return -1;
    }

    private boolean isChosen(PeerId peer) {
        return fitted != null && fitted.isChosen(peer);
    }

    /** Decides who stays; the others are released. Whether anybody is missing then. */
    private boolean release(Crew crew, Pool pool) {
        List<Place> places = crew.stay();
        if (fitted != null && needs.get(crew.job).demand.job().scheduler() == TaskScheduler.COLOCATED) {
            keepCopies(crew, fitted);
        } else {
            List<Place> mine = fitted == null
                    ? places
                    : places.stream().filter(place -> !isChosen(place.peer())).toList();
            crew.keep(mine.size() > crew.wanted ? spread(mine, crew.wanted) : mine);
        }
        if (crew.stay().size() < places.size()) {
            for (Place place : places) {
                if (!crew.stay().contains(place) && !isChosen(place.peer())) {
                    Worker worker = workers.get(place.peer());
                    if (worker != null) {
                        pool.addReleased(worker);
                    }
                }
            }
        }
        return crew.missing() > 0;
    }

    private void keepCopies(Crew crew, FittedRoom room) {
        List<PeerId> chosen =
                room.chosen(crew.job, needs.get(crew.job).demand.job().tasks().indexOf(crew.task));
        crew.keep(crew.stay().stream().filter(place -> chosen.contains(place.peer())).toList());
        List<PeerId> staying = crew.stay().stream().map(Place::peer).toList();
        crew.add(chosen.stream().filter(peer -> !staying.contains(peer)).toList());
    }

    /** The {@code wanted} places to keep: as even over the sites as can be, and the lowest slots of each. */
    private List<Place> spread(List<Place> places, int wanted) {
        if (wanted == 0) {
            return List.of();
        }
        var sites = new TreeMap<Site, Integer>();
        int[] siteOf = new int[places.size()];
        int[] counts = new int[places.size()];
        for (int i = 0; i < siteOf.length; i++) {
            Worker worker = workers.get(places.get(i).peer());
            siteOf[i] = worker == null ? 0 : sites.computeIfAbsent(Copies.siteOf(worker), site -> sites.size());
            counts[siteOf[i]]++;
        }
        int[] keep = Levels.fill(new int[counts.length], counts, wanted);
        Integer[] bySlot = new Integer[siteOf.length];
        Arrays.setAll(bySlot, i -> i);
        Arrays.sort(bySlot, Comparator.comparingInt(i -> places.get(i).slot()));
        boolean[] stays = new boolean[siteOf.length];
        for (int i : bySlot) {
            stays[i] = keep[siteOf[i]]-- > 0;
        }
        var staying = new ArrayList<Place>(wanted);
        for (int i = 0; i < stays.length; i++) {
            if (stays[i]) {
                staying.add(places.get(i));
            }
        }
        return staying;
    }

    /** The most demanding tasks first, so that capable peers are not spent on others. */
    private int fill(Pool pool) {
        List<Crew> incomplete = new ArrayList<>();
        for (Crew crew : crews) {
            if (crew.missing() > 0) {
                incomplete.add(crew);
            }
        }
        if (fitted != null) {
            incomplete.sort(Comparator.comparing((Crew crew) -> crew.task.tags()).reversed());
        }
        for (Crew crew : incomplete) {
            crew.add(pool.take(crew.task.tags(), crew.missing(), pool.countSites(staying(crew))));
            while (crew.missing() > 0) {
                if (!displace(crew, pool)) {
                    return crew.job;
                }
            }
        }
        return -1;
    }

    private List<Worker> staying(Crew crew) {
        var staying = new ArrayList<Worker>(crew.stay().size());
        for (Place place : crew.stay()) {
            Worker worker = workers.get(place.peer());
            if (worker != null) {
                staying.add(worker);
            }
        }
        return staying;
    }

    /** Finds the shortest chain: a peer of another task comes here, and somebody takes its place. */
    private boolean displace(Crew shortOfOne, Pool pool) {
        var chain = new ArrayDeque<Link>();
        var seen = new ArrayList<Crew>();
        chain.add(new Link(shortOfOne, null, null));
        seen.add(shortOfOne);
        while (!chain.isEmpty()) {
            Link link = chain.remove();
            List<PeerId> free = pool.take(link.crew.task.tags(), 1, pool.countSites(List.of()));
            if (!free.isEmpty()) {
                moveAlong(link, free.get(0));
                return true;
            }
            for (Crew other : crews) {
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

    private record Link(Crew crew, @Nullable PeerId leaves, @Nullable Link towards) {}

    private static void moveAlong(Link last, PeerId free) {
        PeerId comes = free;
        for (Link link = last; link != null; link = link.towards) {
            if (link.leaves != null) {
                link.crew.remove(link.leaves);
            }
            link.crew.add(List.of(comes));
            comes = link.leaves == null ? comes : link.leaves;
        }
    }

    private boolean satisfies(PeerId peer, Task task) {
        Worker worker = workers.get(peer);
        return worker != null && worker.tags().satisfy(task.tags());
    }

    private void settle(List<Demand> placed, List<Move> moves) {
        for (int j = 0; j < needs.size(); j++) {
            Demand demand = needs.get(j).demand;
            var stages = new ArrayList<Stage>(demand.stages().size());
            boolean same = true;
            for (int t = 0; t < demand.stages().size(); t++) {
                Crew crew = crews.get(firstCrew[j] + t);
                Stage stage = crew.settled();
                same &= stage == demand.stages().get(t);
                stages.add(stage);
                for (int i = crew.stay().size(); i < stage.places().size() && !crew.come().isEmpty(); i++) {
                    Place place = stage.places().get(i);
                    moves.add(new Move(
                            place.peer(),
                            new Assignment(place.peer(), demand.job().id(), crew.task.name(), place.slot())));
                }
            }
            placed.add(same ? demand : new Demand(demand.job(), List.copyOf(stages)));
        }
    }
}
