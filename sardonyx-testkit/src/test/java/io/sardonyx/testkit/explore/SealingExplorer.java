package io.sardonyx.testkit.explore;

import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.SealTask;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Searches all ways in which a queued job of two tasks can come to its end: peers around a broker and the real
 * {@code seal-task} and {@code complete-task}, with crashes, processes that go on though they were declared dead, and
 * answers of commits that are lost.
 *
 * <p>A message of the first queue becomes one of the second in the transaction that takes it. A message in hands is
 * searched as if it were in its queue still, for the depth is the same and nobody can do more with it; unless its
 * session ends: then it is a ghost, whose commit may still arrive, else it returns. A peer acts on the task it was on
 * until it learns that it has another one. Each command sees position 0, which keeps the search finite.
 */
final class SealingExplorer {

    /**
     * What may be left out, to see that it is needed.
     *
     * @param depth whether a queue is drained only if its depth is 1
     * @param election whether each queue has one leading sentinel, and others are dropped
     */
    record Rules(boolean depth, boolean election) {}

    private static final JobId JOB = JobId.of("job");
    private static final List<TaskName> TASKS = List.of(TaskName.of("read"), TaskName.of("write"));

    /* What queues hold: data, sentinels before the election, leaders and losers of it; END is one to be given. */
    private static final int DATA = 0;
    private static final int SENTINEL = 1;
    private static final int LEADER = 2;
    private static final int LOSER = 3;
    private static final int END = 4;
    private static final int KINDS = 5;

    private static final int ENDED = 1;
    private static final int DRAINED = 2;
    private static final int TOLD = 4;
    private static final int PASSED = 8;

    private final Rules rules;
    private final List<PeerId> peers = new ArrayList<>();
    private final List<Replica> replicas = new ArrayList<>();
    private final List<View> views = new ArrayList<>();
    private final Map<Replica, Integer> indexes = new HashMap<>();
    private final Map<Appended, Integer> appended = new HashMap<>();
    private final LongIntTable seen = new LongIntTable();
    private final IntList parents = new IntList();
    private final List<String> deeds = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final ArrayDeque<State> frontier = new ArrayDeque<>();
    private final IntList from = new IntList();
    private final IntList to = new IntList();
    private final BitSet done = new BitSet();
    private int expanding = -1;
    private @Nullable String violation;
    private int violating = -1;

    SealingExplorer(Rules rules) {
        this.rules = rules;
    }

    /** What a command is appended to. */
    private record Appended(int replica, Command command) {}

    /**
     * What a replica says of the job.
     *
     * @param over whether it has ended
     * @param tasks of the peers, -1 for none
     * @param sealers the peers that seal the tasks, -1 for none
     */
    private record View(
            boolean over, List<Integer> tasks, List<Integer> sealers, List<Boolean> complete, List<Boolean> present) {}

    /** Number of states found. */
    int states() {
        return seen.size();
    }

    /** A situation of all peers, the broker and the log. */
    private static final class State {
        int replica;
        int crashes;
        int losses;
        /* By queue and kind: what is there, and what sessions hold that have ended. */
        final int[][] ready = new int[2][KINDS];
        final int[][] ghosts = new int[2][KINDS];
        final boolean[] elected = new boolean[2];
        final boolean[] alive;
        final int[] task;
        final int[] flags;
        /* What a peer is about to append: 0 nothing, 1 and 2 seal-task, 3 and 4 complete-task. */
        final int[] says;

        State(int peers) {
            alive = new boolean[peers];
            task = new int[peers];
            flags = new int[peers];
            says = new int[peers];
        }

        State copy() {
            var copy = new State(task.length);
            copy.replica = replica;
            copy.crashes = crashes;
            copy.losses = losses;
            for (int q = 0; q < 2; q++) {
                System.arraycopy(ready[q], 0, copy.ready[q], 0, KINDS);
                System.arraycopy(ghosts[q], 0, copy.ghosts[q], 0, KINDS);
                copy.elected[q] = elected[q];
            }
            System.arraycopy(alive, 0, copy.alive, 0, alive.length);
            System.arraycopy(task, 0, copy.task, 0, task.length);
            System.arraycopy(flags, 0, copy.flags, 0, task.length);
            System.arraycopy(says, 0, copy.says, 0, task.length);
            return copy;
        }

        long fingerprint() {
            long hash = mix(mix(replica * 31L + crashes) * 31 + losses);
            for (int q = 0; q < 2; q++) {
                for (int each : ready[q]) {
                    hash = mix(hash * 31 + each);
                }
                for (int each : ghosts[q]) {
                    hash = mix(hash * 31 + each);
                }
                hash = mix(hash * 31 + (elected[q] ? 1 : 0));
            }
            for (int p = 0; p < task.length; p++) {
                hash = mix(hash * 31 + task[p] + 1);
                hash = mix(hash * 31 + flags[p] * 2L + (alive[p] ? 1 : 0));
                hash = mix(hash * 31 + says[p]);
            }
            return hash == 0 ? 1 : hash;
        }

        private static long mix(long value) {
            return LongIntTable.mix(value + 0x9E3779B97F4A7C15L);
        }

        int depth(int queue) {
            return Arrays.stream(ready[queue]).sum()
                    + Arrays.stream(ghosts[queue], 0, END).sum();
        }

        int data(int queue) {
            return ready[queue][DATA] + ghosts[queue][DATA];
        }
    }

    /**
     * Searches everything.
     *
     * @return the shortest way to an end that is announced early, or to a job that cannot end; null if there is none
     */
    @Nullable
    String explore(int count, int messages, int crashes, int losses) {
        State first = first(count, messages);
        first.crashes = crashes;
        first.losses = losses;
        found(first, "", true);
        for (int index = 0; !frontier.isEmpty() && violation == null; index++) {
            expanding = index;
            State now = frontier.remove();
            if (!done.get(index)) {
                expand(now);
            }
        }
        if (violation == null) {
            findStuck();
        }
        return violation == null ? null : violation + ":\n" + story();
    }

    private State first(int count, int messages) {
        GroupId group = GroupId.of("a");
        Replica replica = new PrepareJoinCluster(group).apply(Replica.EMPTY, 0);
        for (int p = 0; p < count; p++) {
            peers.add(PeerId.of("p" + p));
            replica = new AddVirtualPeer(peers.get(p), group, null, Tags.NONE).apply(replica, 0);
        }
        var job = new Outline(
                JOB,
                List.of(task(0, true, false), task(1, false, true)),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.QUEUED,
                false,
                "",
                0);
        var state = new State(count);
        state.replica = index(new SubmitJob(job).apply(replica, 0));
        state.ready[0][DATA] = messages;
        state.ready[0][SENTINEL] = 1;
        for (int p = 0; p < count; p++) {
            state.alive[p] = true;
            state.task[p] = assigned(state.replica, p);
        }
        return state;
    }

    private static Task task(int index, boolean input, boolean output) {
        return new Task(TASKS.get(index), input, output, Bounds.DEFAULT, Percentage.ZERO, Flux.CONTINUE, Tags.NONE);
    }

    private int index(Replica replica) {
        return indexes.computeIfAbsent(replica, fresh -> {
            replicas.add(fresh);
            views.add(view(fresh));
            return replicas.size() - 1;
        });
    }

    private View view(Replica replica) {
        Run run = replica.jobs().live().get(JOB);
        var tasks = new ArrayList<Integer>();
        var present = new ArrayList<Boolean>();
        for (PeerId peer : peers) {
            present.add(replica.peers().present().has(peer));
            tasks.add(
                    run == null
                            ? -1
                            : run.stage(0).holds(peer) ? 0 : run.stage(1).holds(peer) ? 1 : -1);
        }
        var sealers = new ArrayList<Integer>();
        var complete = new ArrayList<Boolean>();
        for (int t = 0; t < 2; t++) {
            PeerId sealer = run == null ? null : run.stage(t).sealer();
            sealers.add(sealer == null ? -1 : peers.indexOf(sealer));
            complete.add(run == null || run.completed().has(TASKS.get(t)));
        }
        return new View(run == null, tasks, sealers, complete, present);
    }

    private int assigned(int replica, int peer) {
        return views.get(replica).tasks.get(peer);
    }

    private boolean seals(int replica, int peer, int task) {
        return views.get(replica).sealers.get(task) == peer;
    }

    private void found(State state, String deed, boolean fair) {
        int index = seen.size();
        int known = seen.putIfAbsent(state.fingerprint(), index);
        if (known < 0) {
            parents.add(expanding);
            deeds.add(names.computeIfAbsent(deed, same -> same));
            frontier.add(state);
            if (views.get(state.replica).over) {
                done.set(index);
            }
            for (int t = 0; t < 2 && violation == null; t++) {
                int left = state.data(t) + (t == 1 ? state.data(0) : 0);
                if (left > 0 && views.get(state.replica).complete.get(t)) {
                    violation = TASKS.get(t) + " is complete, but " + left + " messages are not done";
                    violating = index;
                }
            }
        }
        if (fair && expanding >= 0) {
            from.add(expanding);
            to.add(known < 0 ? index : known);
        }
    }

    private void expand(State now) {
        for (int p = 0; p < peers.size(); p++) {
            boolean present = views.get(now.replica).present.get(p);
            if (now.alive[p]) {
                act(now, p);
                if (now.crashes > 0) {
                    found(dead(now, p), "p" + p + " crashes", false);
                    if (present) {
                        State zombie = now.copy();
                        zombie.crashes--;
                        append(zombie, new LeaveCluster(peers.get(p)), "p" + p + " is declared dead, goes on", false);
                    }
                }
            } else if (present) {
                append(now.copy(), new LeaveCluster(peers.get(p)), "the death of p" + p + " is noticed", true);
            }
        }
        for (int q = 0; q < 2; q++) {
            for (int kind = 0; kind < KINDS; kind++) {
                if (now.ghosts[q][kind] > 0) {
                    wake(now, q, kind);
                }
            }
        }
    }

    /** What an ended session held returns to its queue, unless its commit arrives late. */
    private void wake(State now, int queue, int kind) {
        State back = now.copy();
        back.ghosts[queue][kind]--;
        if (kind != END) {
            back.ready[queue][kind]++;
        }
        found(back, "the broker returns what a session held", true);
        State late = now.copy();
        late.ghosts[queue][kind]--;
        apply(late, queue, kind);
        found(late, "a late commit arrives", false);
    }

    private static State dead(State now, int p) {
        State dead = now.copy();
        dead.crashes--;
        dead.alive[p] = false;
        dead.flags[p] = 0;
        dead.says[p] = 0;
        dead.task[p] = -1;
        return dead;
    }

    /** A transaction: what was taken is gone, what is given is there. */
    private void apply(State state, int queue, int kind) {
        if (kind == DATA && queue == 0) {
            state.ready[1][DATA]++;
        } else if (kind == LEADER) {
            state.ready[queue][LEADER]++;
        } else if (kind == END) {
            state.ready[1][state.elected[1] ? LOSER : SENTINEL]++;
        }
    }

    private void act(State now, int p) {
        int task = now.task[p];
        if (now.says[p] > 0) {
            say(now, p);
        }
        int assigned = assigned(now.replica, p);
        if (assigned != task) {
            State moved = now.copy();
            moved.flags[p] = 0;
            moved.task[p] = assigned;
            found(moved, "p" + p + " learns where it is", true);
        }
        if (task < 0) {
            return;
        }
        for (int kind = DATA; kind <= LOSER; kind++) {
            if (now.ready[task][kind] > 0) {
                take(now, p, task, kind);
            }
        }
        askDepth(now, p, task);
        passOn(now, p, task);
    }

    /** Takes a message. The first sentinel of a queue is elected; without elections each one leads. */
    private void take(State now, int p, int task, int kind) {
        State next = now.copy();
        next.ready[task][kind]--;
        int held = kind;
        if (kind == DATA) {
            next.flags[p] &= PASSED;
        } else if (kind != LOSER) {
            next.flags[p] |= ENDED;
            held = LEADER;
        }
        if (kind == SENTINEL && rules.election) {
            next.elected[task] = true;
            next.ready[task][LOSER] += next.ready[task][SENTINEL];
            next.ready[task][SENTINEL] = 0;
            next.ghosts[task][LOSER] += next.ghosts[task][SENTINEL];
            next.ghosts[task][SENTINEL] = 0;
        }
        commit(next, p, task, held, "p" + p + (kind == DATA ? " takes data of " : " takes a sentinel of "));
    }

    /** A commit is answered, or its session ends before: by a lost answer, or by a crash. */
    private void commit(State taken, int p, int task, int held, String deed) {
        State next = taken.copy();
        apply(next, task, held);
        if (held == END) {
            next.flags[p] |= PASSED;
            next.says[p] = 3 + task;
        }
        found(next, deed + TASKS.get(task), true);
        if (taken.losses > 0) {
            State lost = taken.copy();
            lost.losses--;
            lost.ghosts[task][held]++;
            found(lost, deed + TASKS.get(task) + ", the answer is lost", false);
        }
        if (taken.crashes > 0) {
            State dead = dead(taken, p);
            dead.ghosts[task][held]++;
            found(dead, deed + TASKS.get(task) + " and crashes", false);
        }
    }

    private void askDepth(State now, int p, int task) {
        int flags = now.flags[p];
        if ((flags & ENDED) == 0 || rules.depth && now.depth(task) != 1) {
            return;
        }
        if ((flags & DRAINED) == 0 || (flags & TOLD) == 0 && now.says[p] == 0) {
            State next = now.copy();
            next.flags[p] |= DRAINED;
            if ((flags & TOLD) == 0 && now.says[p] == 0) {
                next.flags[p] |= TOLD;
                next.says[p] = 1 + task;
            }
            found(next, "p" + p + " finds " + TASKS.get(task) + " drained", true);
        }
    }

    /** The sealer gives a sentinel to the queue behind; at the last task it publishes the output. */
    private void passOn(State now, int p, int task) {
        if (!seals(now.replica, p, task)
                || (now.flags[p] & DRAINED) == 0
                || (now.flags[p] & PASSED) != 0
                || now.says[p] > 0) {
            return;
        }
        State next = now.copy();
        if (task == 0) {
            commit(next, p, task, END, "p" + p + " passes on the end of ");
        } else {
            next.flags[p] |= PASSED;
            next.says[p] = 3 + task;
            found(next, "p" + p + " publishes " + TASKS.get(task), true);
        }
    }

    private void say(State now, int p) {
        int what = now.says[p] - 1;
        TaskName task = TASKS.get(what % 2);
        State next = now.copy();
        next.says[p] = 0;
        Command command = what < 2 ? new SealTask(peers.get(p), JOB, task) : new CompleteTask(peers.get(p), JOB, task);
        append(next, command, "p" + p + " appends " + (what < 2 ? "seal-task " : "complete-task ") + task, true);
    }

    /** Orders that changed let peers tell again what they told before. */
    private void append(State next, Command command, String deed, boolean fair) {
        int before = next.replica;
        next.replica = appended.computeIfAbsent(
                new Appended(before, command), it -> index(command.apply(replicas.get(before), 0)));
        for (int p = 0; before != next.replica && p < peers.size(); p++) {
            if (next.task[p] >= 0 && !seals(next.replica, p, next.task[p])) {
                next.flags[p] &= ENDED | DRAINED;
            }
        }
        found(next, deed, fair);
    }

    /** Goes back from all states in which the job is complete; what is not reached cannot come to an end. */
    private void findStuck() {
        var reaching = (BitSet) done.clone();
        for (boolean more = true; more; ) {
            more = false;
            for (int edge = from.size() - 1; edge >= 0; edge--) {
                if (reaching.get(to.get(edge)) && !reaching.get(from.get(edge))) {
                    reaching.set(from.get(edge));
                    more = true;
                }
            }
        }
        int stuck = reaching.nextClearBit(0);
        if (stuck < seen.size()) {
            violation = "the job cannot end, in " + (seen.size() - reaching.cardinality()) + " states";
            violating = stuck;
        }
    }

    private String story() {
        var lines = new ArrayDeque<String>();
        for (int at = violating; at > 0; at = parents.get(at)) {
            lines.addFirst("  " + deeds.get(at));
        }
        return String.join("\n", lines);
    }
}
