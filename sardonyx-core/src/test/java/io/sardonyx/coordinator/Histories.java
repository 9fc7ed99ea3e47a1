package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.sequential;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Events by chance: some that a leader or a peer would append now, some repeated, some nonsense. */
final class Histories {

    private static final List<PeerId> PEERS =
            Stream.of("n", "o", "p", "q", "r", "s").map(PeerId::of).toList();
    private static final List<JobId> JOBS = List.of(JobId.of("j"), JobId.of("k"), JobId.of("l"));
    private static final List<TaskName> TASKS = List.of(TaskName.of("t"), TaskName.of("u"), TaskName.of("v"));
    private static final List<PeerState> STATES = List.of(PeerState.values());
    private static final List<RosterPeer.Notice> NOTICES = List.of(RosterPeer.Notice.values());
    private static final List<List<Plan.PlannedTask>> PLANS = List.of(
            List.of(sequential("t", 0), concurrent("u", 1)),
            List.of(concurrent("t", 0)),
            List.of(concurrent("t", 0), concurrent("u", 1), concurrent("v", 2)),
            List.of(concurrent("u", 1), sequential("v", 1), sequential("t", 0)),
            List.of(),
            List.of(sequential("t", 0), sequential("t", 0)));

    private final Random random;
    private final List<Event> past = new ArrayList<>();

    Histories(long seed) {
        this.random = new Random(seed);
    }

    Event next(Roster roster) {
        var event = choose(roster);
        past.add(event);
        return event;
    }

    private Event choose(Roster roster) {
        int kind = random.nextInt(10);
        if (kind < 6) {
            var sensible = sensible(roster);
            if (random.nextInt(20) == 0) {
                sensible.addAll(CoordinatorDuties.of(roster).timers());
            }
            return sensible.isEmpty() ? nonsense() : pick(sensible);
        }
        return kind < 8 && !past.isEmpty() ? pick(past) : nonsense();
    }

    /** What the leader owes, and what each peer would say in its state. */
    static List<Event> sensible(Roster roster) {
        var events = new ArrayList<Event>(CoordinatorDuties.of(roster).owed());
        roster.peers().forEach((id, peer) -> {
            if (peer.state() == PeerState.ACKING) {
                events.add(new Ack(id, peer.post()));
            } else if (peer.state() == PeerState.ACTIVE) {
                events.add(new Exhaust(id, peer.post()));
            } else if (peer.post() != null && peer.state() != PeerState.WAITING) {
                events.add(new Complete(id, peer.post(), peer.post().attempt()));
            }
        });
        return events;
    }

    Event nonsense() {
        var peer = pick(PEERS);
        var post = post();
        return switch (random.nextInt(18)) {
            case 0 -> new Ack(peer, post);
            case 1 -> new Revoke(peer, post);
            case 2 -> new Evict(peer);
            case 3 -> new Exhaust(peer, post);
            case 4 -> new Seal(peer, post);
            case 5 -> new Complete(peer, post, post.attempt());
            case 6 -> new Shutdown(peer);
            case 7 -> plan();
            case 8 -> random.nextBoolean() ? new Death(peer) : new Evict(peer);
            case 9, 10 -> new Born(peer);
            case 11 -> random.nextInt(4) == 0 ? new Withdraw(pick(JOBS)) : new Born(peer);
            case 12 -> random.nextInt(3) == 0 ? new Unfit(peer, pick(JOBS)) : new Born(peer);
            default -> new Offer(peer, post);
        };
    }

    /** A roster that need not make sense. */
    Roster absurd() {
        var roster = Roster.EMPTY;
        for (JobId job : JOBS) {
            roster = new Plan(job, roster.lastPlanned() + 1, pick(PLANS)).apply(roster, 0);
        }
        for (PeerId peer : PEERS) {
            var post = random.nextInt(4) == 0 ? null : post();
            roster = roster.with(peer, new RosterPeer(pick(STATES), post, pick(NOTICES)));
        }
        return random.nextBoolean() ? roster.completing(post(), 1) : roster;
    }

    /** A job is submitted once, so its position is always the same; earlier ones are likelier. */
    private Plan plan() {
        int submitted = Math.min(random.nextInt(JOBS.size()), random.nextInt(JOBS.size()));
        return new Plan(JOBS.get(submitted), submitted, pick(PLANS));
    }

    private Post post() {
        return new Post(pick(JOBS), pick(TASKS), random.nextInt(5) - 1);
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
