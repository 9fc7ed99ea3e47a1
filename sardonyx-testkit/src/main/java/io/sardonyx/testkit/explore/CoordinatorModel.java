package io.sardonyx.testkit.explore;

import io.sardonyx.coordinator.Born;
import io.sardonyx.coordinator.CoordinatorDuties;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.PeerDuties;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterInvariants;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.Unfit;
import io.sardonyx.coordinator.Withdraw;
import io.sardonyx.log.Change;
import io.sardonyx.log.Step;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Model of the coordinator protocol: a coordinator, a hot stand-by and a few peers with one job of two tasks, of which
 * the first is sequential.
 *
 * <p>The stand-by folds the same log and leads as soon as the leader's pulse has expired; a leader that lost its pulse
 * and has not noticed still acts, so for a while there may be two.
 *
 * <p>The job may be killed at any moment, and a leader that reads the cluster's log late may still plan it then.
 *
 * <p>Peers are interchangeable in a model made by {@link #symmetric}, as far as names do not matter. They do in three
 * places. A leader appends what it owes in the order of ids: there it appends any one of what is equally urgent, which
 * includes that order. A withdrawn job releases its peers in the order of ids: with one job nobody is offered anything
 * afterwards, so the queue of idle peers does not matter any more and is sorted. And several peers that waited are
 * released in the order of ids, which takes three peers, so three are not interchangeable.
 */
public class CoordinatorModel implements Model<Roster> {

    private static final int COORDINATORS = 2;

    private static final Plan PLAN = new Plan(
            JobId.of("job"),
            0,
            List.of(
                    new Plan.PlannedTask(TaskName.of("read"), 0, Plan.Consumption.SEQUENTIAL),
                    new Plan.PlannedTask(TaskName.of("write"), 1, Plan.Consumption.CONCURRENT)));

    private final List<GroupId> actors = new ArrayList<>();
    private final List<PeerId> peers;
    private final int unfit;
    private final boolean symmetric;

    public CoordinatorModel(int peers) {
        this(peers, 0);
    }

    /** @param unfit how many of the peers cannot run the job */
    public CoordinatorModel(int peers, int unfit) {
        this(peers, unfit, false);
    }

    /** A model of one or two interchangeable peers: one configuration stands for all that differ by names. */
    public static CoordinatorModel symmetric(int peers, int unfit) {
        if (peers > 2) {
            throw new IllegalArgumentException("of three peers two may wait, and are released in the order of ids");
        }
        return new CoordinatorModel(peers, unfit, true);
    }

    CoordinatorModel(int peers, int unfit, boolean symmetric) {
        this.symmetric = symmetric;
        if (peers < 1 || peers > 4 || unfit < 0 || unfit > peers) {
            throw new IllegalArgumentException("a world of 1 to 4 peers, not " + peers + " with " + unfit + " unfit");
        }
        this.unfit = unfit;
        this.peers = IntStream.rangeClosed(1, peers)
                .mapToObj(i -> PeerId.of("p" + i))
                .toList();
        actors.add(GroupId.of("leader"));
        actors.add(GroupId.of("stand-by"));
        this.peers.forEach(peer -> actors.add(GroupId.of(peer.text())));
    }

    @Override
    public Symmetry<Roster> symmetry() {
        return symmetric ? new InterchangeablePeers(peers, COORDINATORS, unfit) : Model.super.symmetry();
    }

    /** Once the job has ended, no peer is offered anything, so who has been idle longest does not matter. */
    @Override
    public Roster normalForm(Roster roster) {
        boolean hasEnded = roster.jobs().isEmpty() && roster.lastPlanned() >= PLAN.submitted();
        return symmetric && hasEnded
                ? new Roster(
                        roster.peers(),
                        OrderedSet.of(roster.idle().inOrder()),
                        roster.jobs(),
                        roster.finished(),
                        roster.lastPlanned(),
                        roster.lastOffered())
                : roster;
    }

    @Override
    public boolean isAnyOwedFirst() {
        return symmetric;
    }

    @Override
    public Roster initial() {
        return Roster.EMPTY;
    }

    @Override
    public List<GroupId> actors() {
        return actors;
    }

    @Override
    public int positionCycle() {
        return 1;
    }

    /** Whether an actor believes that it leads. */
    private static boolean leads(int actor, int pulses) {
        return actor == 0 || actor == 1 && (pulses & 1) == 0;
    }

    private PeerId peer(int actor) {
        return peers.get(actor - COORDINATORS);
    }

    @Override
    public boolean isReacting(int actor, int pulses) {
        return leads(actor, pulses);
    }

    @Override
    public List<? extends Step<Roster>> owed(Roster roster, int actor, int pulses) {
        if (actor < COORDINATORS) {
            return leads(actor, pulses) ? firstOwed(roster) : List.of();
        }
        return isUnfit(peer(actor)) ? births(roster, actor) : work(roster, actor);
    }

    /**
     * The first owed event only, or those of which any may be the first; what is still owed then, the leader finds
     * again after reading it. An event that would not apply is not owed, or it would be for ever.
     */
    private List<? extends Event> firstOwed(Roster roster) {
        var owed = new ArrayList<Event>();
        owed.add(PLAN);
        peers.stream().filter(this::isUnfit).forEach(id -> owed.add(new Unfit(id, PLAN.job())));
        owed.removeIf(event -> event.apply(roster, 0) == roster);
        if (symmetric) {
            return owed.isEmpty() ? mostUrgent(CoordinatorDuties.of(roster)) : owed;
        }
        owed.addAll(CoordinatorDuties.of(roster).owed());
        return owed.stream().limit(1).toList();
    }

    /** What may be appended first. Offers follow the queue of idle peers, so there is only one first. */
    private static List<? extends Event> mostUrgent(CoordinatorDuties duties) {
        return Stream.of(
                        duties.evictions(),
                        duties.shutdowns(),
                        duties.seals(),
                        duties.offers().stream().limit(1).toList())
                .filter(events -> !events.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private boolean isUnfit(PeerId id) {
        return peers.indexOf(id) < unfit;
    }

    private List<Born> births(Roster roster, int actor) {
        return PeerDuties.of(roster, List.of(peer(actor))).births();
    }

    /**
     * The next event of a correct peer: it works off what it has at once. One that is needed at an earlier task leaves;
     * that it comes back under another id is left out, since there would be no end of ids.
     */
    private List<Event> work(Roster roster, int actor) {
        var duties = PeerDuties.of(roster, List.of(peer(actor)));
        var events = new ArrayList<Event>(duties.births());
        events.addAll(duties.acks());
        duties.work().forEach(posting -> events.add(posting.drained()));
        duties.seals().forEach(posting -> events.add(posting.sealed(0)));
        duties.stops().forEach(id -> events.add(new Death(id)));
        events.removeIf(event -> event.apply(roster, 0) == roster);
        return events;
    }

    /**
     * Timeouts of the leader for acknowledgements, which may fire at any moment; the job is killed, and planned by a
     * leader that has not heard of it.
     */
    @Override
    public List<? extends Step<Roster>> possible(Roster roster, int actor, int pulses) {
        if (actor >= COORDINATORS || !leads(actor, pulses)) {
            return List.of();
        }
        var events = new ArrayList<Event>(CoordinatorDuties.of(roster).timers());
        if (roster.jobs().has(PLAN.job())) {
            events.add(new Withdraw(PLAN.job()));
        } else if (roster.lastPlanned() >= PLAN.submitted()) {
            events.add(PLAN);
        }
        return events;
    }

    @Override
    public int watches(Roster roster, int actor, int pulses) {
        if (actor >= COORDINATORS || !leads(actor, pulses)) {
            return 0;
        }
        return CoordinatorDuties.of(roster).watches().stream()
                .mapToInt(id -> 1 << COORDINATORS + peers.indexOf(id))
                .reduce(0, (left, right) -> left | right);
    }

    @Override
    public Event death(int actor) {
        return new Death(peer(actor));
    }

    @Override
    public boolean isEvicted(Roster roster, int actor) {
        RosterPeer peer = actor < COORDINATORS ? null : roster.peers().get(peer(actor));
        return peer != null && (peer.state() == PeerState.DEAD || peer.notice() == RosterPeer.Notice.EVICTED);
    }

    /**
     * Healthy without a living coordinator, since then nothing can be expected; else when the job is complete or no
     * peer is left to run it.
     */
    @Override
    public boolean isHealthy(Roster roster, int living, int pulses) {
        return (living & (1 << COORDINATORS) - 1) == 0
                || roster.lastPlanned() >= PLAN.submitted() && roster.isHealthy();
    }

    @Override
    public List<String> violations(Roster roster) {
        return RosterInvariants.brokenIn(roster);
    }

    @Override
    public List<String> violations(Roster before, Roster after) {
        return RosterInvariants.brokenBy(new Change<>(before, after));
    }
}
