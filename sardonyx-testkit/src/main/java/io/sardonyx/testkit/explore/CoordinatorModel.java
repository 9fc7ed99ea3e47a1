package io.sardonyx.testkit.explore;

import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.Born;
import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.CoordinatorDuties;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Exhaust;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterInvariants;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.log.Change;
import io.sardonyx.log.Step;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Model of the coordinator protocol: a coordinator, a hot stand-by and a few peers with one job of two tasks, of which
 * the first is sequential.
 *
 * <p>The stand-by folds the same log and leads as soon as the leader's pulse has expired; a leader that lost its pulse
 * and has not noticed still acts, so for a while there may be two.
 */
public class CoordinatorModel implements Model<Roster> {

    private static final int COORDINATORS = 2;

    private final List<GroupId> actors = new ArrayList<>();
    private final List<PeerId> peers;
    private final Roster initial;

    public CoordinatorModel(int peers) {
        if (peers < 1 || peers > 4) {
            throw new IllegalArgumentException("a world of 1 to 4 peers, not " + peers);
        }
        this.peers = IntStream.rangeClosed(1, peers)
                .mapToObj(i -> PeerId.of("p" + i))
                .toList();
        actors.add(GroupId.of("leader"));
        actors.add(GroupId.of("stand-by"));
        this.peers.forEach(peer -> actors.add(GroupId.of(peer.text())));
        var plan = new Plan(
                JobId.of("job"),
                List.of(
                        new Plan.PlannedTask(TaskName.of("read"), 0, Plan.Consumption.SEQUENTIAL),
                        new Plan.PlannedTask(TaskName.of("write"), 1, Plan.Consumption.CONCURRENT)));
        this.initial = plan.apply(Roster.EMPTY, 0);
    }

    @Override
    public Roster initial() {
        return initial;
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
        PeerId id = peer(actor);
        RosterPeer peer = roster.peers().get(id);
        return peer == null ? List.of(new Born(id)) : work(id, peer);
    }

    /** The first owed event only; what is still owed then, the leader finds again after reading it. */
    private static List<Event> firstOwed(Roster roster) {
        return CoordinatorDuties.of(roster).owed().stream().limit(1).toList();
    }

    /** The next event of a correct peer in its state. */
    private static List<Event> work(PeerId id, RosterPeer peer) {
        Post post = peer.post();
        if (post == null) {
            return List.of();
        }
        return switch (peer.state()) {
            case ACKING -> List.of(new Ack(id, post));
            case ACTIVE -> List.of(new Exhaust(id, post));
            case SEALING ->
                peer.notice() == RosterPeer.Notice.SEAL_ANSWERED ? List.of(new Complete(id, post)) : List.of();
            default -> List.of();
        };
    }

    /** Timeouts of the leader for acknowledgements, which may fire at any moment. */
    @Override
    public List<? extends Step<Roster>> possible(Roster roster, int actor, int pulses) {
        return actor < COORDINATORS && leads(actor, pulses)
                ? CoordinatorDuties.of(roster).timers()
                : List.of();
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
        return (living & (1 << COORDINATORS) - 1) == 0 || roster.isHealthy();
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
