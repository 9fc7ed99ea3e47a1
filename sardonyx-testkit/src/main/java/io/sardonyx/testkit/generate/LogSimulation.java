package io.sardonyx.testkit.generate;

import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Simulation of a few groups and a client that follow the log protocol, without clock, store or network. Random are:
 * how far each group has read, which groups crash, and what users request.
 *
 * <p>Groups are addressed by number, also while they do not exist, so that leaving out a step while shrinking changes
 * little of what the other steps mean.
 */
final class LogSimulation {

    private static final int CAST = 5;
    /** Most peers of a group. */
    private static final int MOST_PEERS = 4;
    /** Most entries until the log must be quiet after the last event. */
    private static final int PATIENCE = 1_000;
    /** Weights of steps: turn, timer, new peer, work, user's request, seal, peer removed, crash or eviction. */
    private static final List<Integer> WEIGHTS = weights(20, 5, 1, 5, 2, 2, 1, 1);

    private static final GroupId CLIENT = GroupId.of("client");

    private final Command founding;
    private final List<Entry<Replica>> log = new ArrayList<>();
    /** The change that each entry made, by position. */
    private final List<Change<Replica>> changes = new ArrayList<>();
    /** The groups by number; one that has not started or is gone is replaced when its number is drawn next. */
    private final List<LogSimulationGroup> actors = new ArrayList<>();

    private final List<GroupId> living = new ArrayList<>();
    /** The last sequence number of each author. */
    private SortedTable<GroupId, Long> sequences = SortedTable.empty();

    private int groups;
    private int peers;
    private int jobs;

    LogSimulation(Command founding) {
        this.founding = founding;
        for (int i = 0; i < CAST; i++) {
            actors.add(new LogSimulationGroup(GroupId.of("nobody"), this));
        }
    }

    private static List<Integer> weights(int... weights) {
        var all = new ArrayList<Integer>();
        for (int i = 0; i < weights.length; i++) {
            all.addAll(Collections.nCopies(weights[i], i));
        }
        return all;
    }

    int size() {
        return log.size();
    }

    Entry<Replica> entry(int position) {
        return log.get(position);
    }

    Change<Replica> change(int position) {
        return changes.get(position);
    }

    Replica replicaAfter(int entries) {
        return entries == 0 ? Replica.EMPTY : changes.get(entries - 1).after();
    }

    boolean isGone(GroupId group) {
        return !living.contains(group);
    }

    /** Appends an entry; twice when the author did not get the reply to the first attempt and retries. */
    void append(GroupId author, Command command, boolean twice) {
        Long last = sequences.get(author);
        long sequence = last == null ? 1 : last + 1;
        sequences = sequences.with(author, sequence);
        for (int i = 0; i < (twice ? 2 : 1); i++) {
            var entry = new Entry<>(log.size(), author, sequence, command);
            changes.add(replicaAfter(log.size()).change(entry));
            log.add(entry);
        }
    }

    /** A random step of one group, or a request of a user. */
    void step(Choices choices) {
        int number = choices.below(CAST);
        LogSimulationGroup actor = actors.get(number);
        if (isGone(actor.id)) {
            start(number, choices.below(3), choices);
            return;
        }
        switch (choices.among(WEIGHTS)) {
            case 1 -> actor.attend();
            case 2 -> addPeer(actor, choices);
            case 3 -> actor.work(choices);
            case 4 -> user(actor, choices);
            case 5 -> actor.seal();
            case 6 -> actor.dropPeer(choices);
            case 7 -> misfortune(actor, choices);
            default -> turn(actor, choices);
        }
    }

    /** A turn of a group: it reads some entries and sends from its outbox. */
    private void turn(LogSimulationGroup actor, Choices choices) {
        actor.read(choices.among(Integer.MAX_VALUE, 1, 2, 3));
        if (actor.isEvicted()) {
            living.remove(actor.id);
        } else {
            choices.list(1, 3, () -> actor.send(choices.percent(5)));
        }
    }

    private void start(int number, int withPeers, Choices choices) {
        var actor = new LogSimulationGroup(GroupId.of(AnyId.named(groups++)), this);
        actors.set(number, actor);
        living.add(actor.id);
        actor.start(founding);
        for (int i = 0; i < withPeers; i++) {
            addPeer(actor, choices);
        }
    }

    private void addPeer(LogSimulationGroup actor, Choices choices) {
        if (actor.peers() < MOST_PEERS) {
            actor.addPeer(PeerId.of("p" + ++peers), choices);
        }
    }

    /** A request of a user, sent through the log. */
    private void user(LogSimulationGroup actor, Choices choices) {
        JobId some = JobId.of("j" + choices.between(1, Math.max(1, jobs)));
        switch (choices.among(0, 0, 0, 0, 0, 1, 2, 3)) {
            case 1 -> append(CLIENT, new KillJob(some, new Cause("enough", null, null)), false);
            case 2 -> append(CLIENT, new CompleteJob(some), false);
            case 3 -> actor.say(new Gc(actor.id));
            default -> {
                var id = JobId.of("j" + ++jobs);
                append(CLIENT, new SubmitJob(AnyJob.full().withTasks(3).job(id).from(choices)), choices.percent(5));
            }
        }
    }

    /** A crash, an orderly leave, or the eviction of another group that may be alive. */
    private void misfortune(LogSimulationGroup actor, Choices choices) {
        switch (choices.below(3)) {
            case 0 -> living.remove(actor.id);
            case 1 -> {
                actor.say(new GroupLeaveCluster(actor.id));
                actor.sendAll();
                living.remove(actor.id);
            }
            default -> actor.say(new GroupLeaveCluster(actors.get(choices.below(CAST)).id));
        }
    }

    History history() {
        return new History(log);
    }

    /** Gives turns to all groups, without further events, until no group has anything to append. */
    SettledHistory settle() {
        int calmAt = log.size();
        boolean quiet = false;
        while (!quiet && log.size() < calmAt + PATIENCE) {
            quiet = true;
            for (int number = 0; number < CAST; number++) {
                quiet &= !settle(number);
            }
        }
        return new SettledHistory(history(), List.copyOf(living), calmAt, quiet);
    }

    /** A turn of the group with that number; returns whether it had anything to do. */
    private boolean settle(int number) {
        LogSimulationGroup actor = actors.get(number);
        if (isGone(actor.id)) {
            return false;
        }
        actor.read(Integer.MAX_VALUE);
        if (actor.isEvicted()) {
            living.remove(actor.id);
            start(number, 0, Choices.recorded(new int[0]));
            return true;
        }
        actor.attend();
        actor.seal();
        return actor.sendAll();
    }
}
