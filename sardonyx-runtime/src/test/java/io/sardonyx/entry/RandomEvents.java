package io.sardonyx.entry;

import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.CoordinatorDuties;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.PeerDuties;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.Unfit;
import io.sardonyx.coordinator.Withdraw;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A coordinator and its peers by chance: what is owed, timers that fire, peers that die, jobs that come and go. */
public final class RandomEvents {

    private final Random random;
    private final List<PeerId> peers = new ArrayList<>();
    private Roster roster = Roster.EMPTY;
    private int jobs;

    public RandomEvents(long seed, int peers) {
        this.random = new Random(seed);
        for (int i = 0; i < peers; i++) {
            this.peers.add(PeerId.of("p" + i));
        }
    }

    /** The roster after all events so far. */
    public Roster roster() {
        return roster;
    }

    public Event next() {
        var event = choose();
        roster = event.apply(roster, 0);
        return event;
    }

    private Event choose() {
        if (roster.jobs().isEmpty() || random.nextInt(60) == 0) {
            return plan();
        }
        var live = roster.jobs().keys();
        return switch (random.nextInt(40)) {
            case 0 -> new Death(replaced());
            case 1 -> new Withdraw(pick(live));
            case 2 -> new Unfit(pick(peers), pick(live));
            case 3 -> {
                var timers = CoordinatorDuties.of(roster).timers();
                yield timers.isEmpty() ? owed() : pick(timers);
            }
            default -> owed();
        };
    }

    private Plan plan() {
        var tasks = new ArrayList<Plan.PlannedTask>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            var consumption = random.nextBoolean() ? Plan.Consumption.SEQUENTIAL : Plan.Consumption.CONCURRENT;
            tasks.add(new Plan.PlannedTask(TaskName.of("t" + i), i, consumption));
        }
        return new Plan(JobId.of("j" + jobs), 10L * jobs++, tasks);
    }

    /** A peer that dies; another one takes its place. */
    private PeerId replaced() {
        int index = random.nextInt(peers.size());
        return peers.set(index, PeerId.of(peers.get(index) + "x"));
    }

    private Event owed() {
        var owed = new ArrayList<Event>(CoordinatorDuties.of(roster).owed());
        var duties = PeerDuties.of(roster, peers);
        owed.addAll(duties.births());
        owed.addAll(duties.acks());
        duties.work().stream()
                .filter(posting -> roster.peers().get(posting.peer()).state() == PeerState.ACTIVE)
                .forEach(posting -> owed.add(posting.drained()));
        duties.seals()
                .forEach(posting -> owed.add(new Complete(
                        posting.peer(), posting.post(), roster.idle().size() % 3)));
        return owed.isEmpty() ? plan() : pick(owed);
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
