package io.sardonyx.lease;

import io.sardonyx.lease.PartitionWorld.Welcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** A node that claims and works, and leads if it can. It acts on what it read some time ago, as real ones do. */
final class PartitionNode {

    static final long LEASE_MILLIS = 1_000;

    private enum Stage {
        CLAIMED,
        WORKING,
        COMMITTED
    }

    private record Work(HeldLease tenure, Stage stage) {}

    private final PartitionWorld world;
    private final Random random;
    private final NodeListDocument.ListedNode node;
    private final Candidate self;
    private final TreeMap<String, Sighting<PartitionDocument>> seen = new TreeMap<>();
    private final TreeMap<String, Work> works = new TreeMap<>();
    private final Deque<Runnable> leaderWrites = new ArrayDeque<>();
    private Contender leadership;

    PartitionNode(PartitionWorld world, Random random, String token) {
        this.world = world;
        this.random = random;
        this.node = new NodeListDocument.ListedNode(token, 1 + random.nextInt(4));
        this.self = new Candidate(token, LEASE_MILLIS);
        this.leadership = Contender.of("leader", self);
    }

    /** One small step of any of its duties; {@code wild} ones clean the node list as they please. */
    void step(Moment now, boolean wild) {
        switch (random.nextInt(6)) {
            case 0 -> read(now);
            case 1 ->
                world.nodes()
                        .document()
                        .advertised(node)
                        .ifPresent(next -> world.writeNodes(world.nodes().version(), next));
            case 2 -> lead(now);
            case 3 -> clean(now, wild);
            case 4 -> claim(now);
            default -> List.copyOf(works.keySet()).forEach(name -> work(name, now));
        }
    }

    private void read(Moment now) {
        seen.keySet().retainAll(world.partitions().keySet());
        world.partitions()
                .forEach((name, stored) -> seen.merge(
                        name,
                        Sighting.first(name, stored.version(), stored.document(), now.nanos()),
                        (last, fresh) -> last.then(fresh.version(), fresh.document(), now.nanos())));
    }

    private void claim(Moment now) {
        Claims.next(world.nodes().document(), self, new ArrayList<>(seen.values()), now.nanos())
                .ifPresent(target -> target.document()
                        .claimed(self, target.observation(), now)
                        .ifPresent(next -> write(target, next, now, Stage.CLAIMED)));
    }

    private void write(Sighting<PartitionDocument> target, PartitionDocument next, Moment now, Stage stage) {
        var attempt = new Contender.Attempt(target.name(), target.version(), next.lock(), now.nanos());
        long version = world.write(target.name(), target.version(), next);
        works.remove(target.name());
        if (version >= 0) {
            attempt.granted(version).ifPresent(tenure -> works.put(target.name(), new Work(tenure, stage)));
        }
    }

    /* Half of the time it forgets to look at its deadline: the fence must do. */
    private void work(String name, Moment now) {
        var work = works.get(name);
        var tenure = work.tenure();
        if (!tenure.mayActAt(now.nanos()) && random.nextBoolean()) {
            works.remove(name);
        } else if (work.stage() == Stage.CLAIMED) {
            switch (world.announce(name, tenure.fence())) {
                case WORK -> works.put(name, new Work(tenure, Stage.WORKING));
                case NOTHING_TO_DO -> works.put(name, new Work(tenure, Stage.COMMITTED));
                case STALE -> leave(name, Welcome.STALE);
            }
        } else if (work.stage() == Stage.COMMITTED) {
            leave(name, Welcome.NOTHING_TO_DO);
        } else if (random.nextBoolean()) {
            world.commit(name, tenure.fence());
            works.put(name, new Work(tenure, Stage.COMMITTED));
        } else {
            renew(name, now);
        }
    }

    private void renew(String name, Moment now) {
        var work = works.get(name);
        var stored = world.partitions().get(name);
        if (stored != null) {
            var read = Sighting.first(name, stored.version(), stored.document(), now.nanos());
            stored.document()
                    .renewed(self, work.tenure().fence(), now.wallMillis())
                    .ifPresentOrElse(next -> write(read, next, now, work.stage()), () -> works.remove(name));
        }
    }

    private void leave(String name, Welcome why) {
        long fence = works.get(name).tenure().fence();
        works.remove(name);
        var stored = world.partitions().get(name);
        if (stored != null) {
            var document = stored.document();
            var next = why == Welcome.STALE
                    ? document.released(self.token(), fence)
                    : document.completed(self.token(), fence);
            next.ifPresent(last -> world.write(name, stored.version(), last));
        }
    }

    /* What it decided while it was leader it may write long after, when it no longer is. */
    private void lead(Moment now) {
        if (!leaderWrites.isEmpty()) {
            leaderWrites.remove().run();
            return;
        }
        leadership = leadership.saw(world.leader().version(), world.leader().document(), now.nanos());
        leadership.next(now).ifPresent(attempt -> send(attempt, now));
        if (leadership.mayActAt(now.nanos())) {
            var round = LeaderRound.of(
                    world.leader().document(), world.wanted(), new ArrayList<>(seen.values()), now.nanos());
            if (round.fence() > world.leader().document().fence()) {
                leadership.raise(round.fence(), now).ifPresent(attempt -> send(attempt, now));
                return;
            }
            round.remove().forEach(gone -> leaderWrites.add(() -> world.write(gone.name(), gone.version(), null)));
            round.create()
                    .forEach((name, document) ->
                            leaderWrites.add(() -> world.write(name, Observation.ABSENT, document)));
        }
    }

    private void send(Contender.Attempt attempt, Moment now) {
        leadership = leadership.sent(attempt);
        leadership = world.writeLeader(attempt.seenVersion(), attempt.next())
                ? leadership.succeeded(attempt, world.leader().version(), now.nanos())
                : leadership.refused(attempt);
    }

    private void clean(Moment now, boolean wild) {
        var stored = world.nodes();
        if (wild && random.nextInt(10) == 0) {
            var some = stored.document().nodes().stream()
                    .filter(any -> random.nextBoolean())
                    .toList();
            world.writeNodes(stored.version(), new NodeListDocument(some));
        } else if (leadership.mayActAt(now.nanos())) {
            stored.document()
                    .cleaned(new ArrayList<>(seen.values()), self.token(), now.nanos())
                    .ifPresent(next -> world.writeNodes(stored.version(), next));
        }
    }
}
