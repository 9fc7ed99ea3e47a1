package io.sardonyx.testkit.explore;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.RewindJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
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
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Searches all ways in which checkpoints of a job can be made and committed: two inputs, two keyed tasks and two
 * outputs on a few groups around the real commands and duties, with crashes, processes that go on though they were
 * declared dead, rewinds, and appends that are made twice.
 *
 * <p>A group acts on the replica that it has read, and may read on at any moment. What it has sent at a fence may come
 * at any later moment to whoever is at the same fence. The position that a command sees is the fence of the job and
 * one, so that fences differ and the search is finite. An append that is lost is one that has not been made yet.
 */
final class CheckpointExplorer {

    /**
     * How far the search goes.
     *
     * @param checkpoints how many are made
     * @param crashes how many groups die
     * @param expiries how many groups are declared dead while they live
     * @param doubled how many appends are made twice
     * @param rewinds how often somebody loses something
     */
    record Limits(int groups, int checkpoints, int crashes, int expiries, int doubled, int rewinds) {}

    private static final JobId JOB = JobId.of("job");
    private static final List<TaskName> TASKS =
            List.of(TaskName.of("read"), TaskName.of("keyed"), TaskName.of("write"));
    private static final int PEERS_OF_EACH = 3;
    private static final int READ = 0;
    private static final int WRITE = 2;

    private static final int ALIVE = 0;
    /* Declared dead, or to be, and goes on. */
    private static final int GHOST = 1;
    private static final int DEAD = 2;

    private final Limits limits;
    /** Whether complete-checkpoint looks at the fence. */
    private final boolean fenced;

    private final List<GroupId> groups = new ArrayList<>();
    private final List<PeerId> peers = new ArrayList<>();
    private final List<Replica> replicas = new ArrayList<>();
    private final List<View> views = new ArrayList<>();
    private final Map<Replica, Integer> indexes = new HashMap<>();
    private final List<Command> commands = new ArrayList<>();
    private final Map<Command, Integer> commandIndexes = new HashMap<>();
    private final Map<Long, Integer> applied = new HashMap<>();
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

    CheckpointExplorer(Limits limits, boolean fenced) {
        this.limits = limits;
        this.fenced = fenced;
    }

    /** A bundle, which the peer of an output has prepared for a checkpoint at a fence. */
    private record Bundle(int peer, int number, long fence) implements Comparable<Bundle> {

        @Override
        public int compareTo(Bundle other) {
            return text().compareTo(other.text());
        }

        String text() {
            return peer + "/" + number + "/" + fence;
        }
    }

    /**
     * What a replica says of the job.
     *
     * @param tasks of the peers, -1 for none
     * @param members the peers of each task, by slot
     */
    private record View(
            long fence,
            int base,
            int latest,
            List<Integer> tasks,
            List<List<Integer>> members,
            Checkpoints checkpoints) {

        /** The bundles that the manifest of a checkpoint names. */
        static List<String> named(@Nullable CompletedCheckpoint checkpoint) {
            return checkpoint == null || checkpoint.manifest().isEmpty()
                    ? List.of()
                    : List.of(checkpoint.manifest().split(" ", -1));
        }

        boolean isComplete(Bundle bundle) {
            return checkpoints.kept().stream()
                    .anyMatch(checkpoint -> named(checkpoint).contains(bundle.text()));
        }
    }

    /** Number of states found. */
    int states() {
        return seen.size();
    }

    /** A situation of all groups, the log and what outputs have prepared. */
    private static final class State {
        int log;
        int crashes;
        int expiries;
        int doubled;
        int rewinds;
        /* By group: what it has read, whether it lives, and what it is about to append, as an index and one. */
        final int[] view;
        final int[] status;
        final int[] says;
        /* By peer: the last mark that it has passed on, acked and prepared; and whether its output is ready. */
        final int[] passed;
        final boolean[] ready;
        /* What was prepared and is neither committed nor aborted. */
        final TreeSet<Bundle> prepared = new TreeSet<>();

        State(int groups, int peers) {
            view = new int[groups];
            status = new int[groups];
            says = new int[groups];
            passed = new int[peers];
            ready = new boolean[peers];
        }

        State copy() {
            var copy = new State(view.length, passed.length);
            copy.log = log;
            copy.crashes = crashes;
            copy.expiries = expiries;
            copy.doubled = doubled;
            copy.rewinds = rewinds;
            System.arraycopy(view, 0, copy.view, 0, view.length);
            System.arraycopy(status, 0, copy.status, 0, view.length);
            System.arraycopy(says, 0, copy.says, 0, view.length);
            System.arraycopy(passed, 0, copy.passed, 0, passed.length);
            System.arraycopy(ready, 0, copy.ready, 0, passed.length);
            copy.prepared.addAll(prepared);
            return copy;
        }

        long fingerprint() {
            long hash = mix(log * 31L + crashes);
            hash = mix(hash * 31 + expiries * 7L + doubled * 3L + rewinds);
            for (int g = 0; g < view.length; g++) {
                hash = mix(hash * 31 + view[g]);
                hash = mix(hash * 31 + status[g]);
                hash = mix(hash * 31 + says[g]);
            }
            for (int p = 0; p < passed.length; p++) {
                hash = mix(hash * 31 + passed[p] * 2L + (ready[p] ? 1 : 0));
            }
            for (Bundle bundle : prepared) {
                hash = mix(hash * 31 + bundle.peer + 1);
                hash = mix(hash * 31 + bundle.number * 1_000L + bundle.fence);
            }
            return hash == 0 ? 1 : hash;
        }

        private static long mix(long value) {
            return LongIntTable.mix(value + 0x9E3779B97F4A7C15L);
        }
    }

    /**
     * Searches everything.
     *
     * @return the shortest way to what must not be, or to where no checkpoint can be complete any more; null if there
     *     is none
     */
    @Nullable
    String explore() {
        found(first(), "", true);
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

    private State first() {
        for (int g = 0; g < limits.groups; g++) {
            groups.add(GroupId.of(String.valueOf((char) ('a' + g))));
        }
        Replica replica = joined();
        for (GroupId group : groups) {
            for (int p = 1; p <= PEERS_OF_EACH; p++) {
                PeerId peer = PeerId.of(group.text() + p);
                peers.add(peer);
                replica = new AddVirtualPeer(peer, group, null, Tags.NONE).apply(replica, 0);
            }
        }
        var job = new Outline(
                JOB,
                List.of(task(READ), task(1), task(WRITE)),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.DIRECT,
                true,
                "",
                limits.checkpoints);
        var state = new State(groups.size(), peers.size());
        state.log = index(new SubmitJob(job).apply(replica, 0));
        state.crashes = limits.crashes;
        state.expiries = limits.expiries;
        state.doubled = limits.doubled;
        state.rewinds = limits.rewinds;
        for (int g = 0; g < groups.size(); g++) {
            state.view[g] = state.log;
        }
        return state;
    }

    private static Task task(int index) {
        return new Task(
                TASKS.get(index),
                index == READ,
                index == WRITE,
                new Bounds(1, 2),
                Percentage.ZERO,
                Flux.CONTINUE,
                Tags.NONE);
    }

    /** A ring of all groups. */
    private Replica joined() {
        Replica replica = Replica.EMPTY;
        for (boolean more = true; more; ) {
            more = false;
            for (GroupId group : groups) {
                for (Command owed : Duties.of(replica, group).owed()) {
                    Replica after = owed.apply(replica, 0);
                    more |= after != replica;
                    replica = after;
                }
            }
        }
        return replica;
    }

    private int index(Replica replica) {
        return indexes.computeIfAbsent(replica, fresh -> {
            replicas.add(fresh);
            views.add(view(fresh));
            return replicas.size() - 1;
        });
    }

    /** What the duties of all groups say, which agree about a job. */
    private View view(Replica replica) {
        var tasks = new ArrayList<Integer>(Collections.nCopies(peers.size(), -1));
        var members = new ArrayList<List<Integer>>(List.of(List.of(), List.of(), List.of()));
        for (GroupId group : groups) {
            for (Work work : Duties.of(replica, group).work()) {
                int task = TASKS.indexOf(work.assignment().task());
                tasks.set(peers.indexOf(work.assignment().peer()), task);
                List<Receiver> receivers = work.routes().receivers().get(TASKS.get(task));
                members.set(
                        task,
                        receivers == null
                                ? List.of()
                                : receivers.stream()
                                        .map(receiver -> peers.indexOf(receiver.peer()))
                                        .toList());
            }
        }
        Run run = replica.jobs().live().get(JOB);
        Checkpoints checkpoints = run == null ? Checkpoints.NONE : run.checkpoints();
        return new View(
                run == null ? Run.NEVER_PLACED : run.version(),
                (int) checkpoints.baseNumber(),
                (int) checkpoints.latestNumber(),
                List.copyOf(tasks),
                List.copyOf(members),
                checkpoints);
    }

    private void found(State state, String deed, boolean fair) {
        int index = seen.size();
        int known = seen.putIfAbsent(state.fingerprint(), index);
        if (known < 0) {
            parents.add(expanding);
            deeds.add(names.computeIfAbsent(deed, same -> same));
            frontier.add(state);
            if (isDone(state)) {
                done.set(index);
            }
            checkBases(state, index);
        }
        if (fair && expanding >= 0) {
            from.add(expanding);
            to.add(known < 0 ? index : known);
        }
    }

    private void violate(String what) {
        if (violation == null) {
            violation = what;
            violating = expanding;
        }
    }

    /** Whether all checkpoints are complete and committed, or nobody lives who could make them. */
    private boolean isDone(State state) {
        View view = views.get(state.log);
        boolean anybody = false;
        for (int g = 0; g < groups.size(); g++) {
            anybody |= state.status[g] == ALIVE;
        }
        return !anybody
                || view.latest == limits.checkpoints && state.prepared.stream().noneMatch(view::isComplete);
    }

    /** At one fence all begin at the same number. */
    private void checkBases(State state, int index) {
        var bases = new TreeMap<Long, Integer>();
        for (int g = 0; g < groups.size(); g++) {
            View view = views.get(state.view[g]);
            Integer other = bases.putIfAbsent(view.fence, view.base);
            if (other != null && other != view.base && violation == null) {
                violation = "at fence " + view.fence + " some begin at " + other + ", others at " + view.base;
                violating = index;
            }
        }
    }

    private void expand(State now) {
        for (int g = 0; g < groups.size(); g++) {
            if (now.status[g] == DEAD) {
                continue;
            }
            act(now, g);
            if (now.crashes > 0 && now.status[g] == ALIVE) {
                State dead = dead(now, g);
                dead.crashes--;
                found(dead, groups.get(g) + " crashes", false);
            }
            if (now.expiries > 0 && now.status[g] == ALIVE) {
                State ghost = now.copy();
                ghost.expiries--;
                ghost.status[g] = GHOST;
                found(ghost, "the pulse of " + groups.get(g) + " expires, it goes on", false);
            }
        }
    }

    private static State dead(State now, int group) {
        State dead = now.copy();
        dead.status[group] = DEAD;
        dead.says[group] = 0;
        return dead;
    }

    private void act(State now, int g) {
        View view = views.get(now.view[g]);
        if (now.status[g] == GHOST) {
            found(dead(now, g), groups.get(g) + " finds out that it is dead", true);
        } else {
            report(now, g);
        }
        if (now.view[g] != now.log) {
            read(now, g);
        }
        if (now.says[g] > 0) {
            State next = now.copy();
            next.says[g] = 0;
            append(next, commands.get(now.says[g] - 1), groups.get(g).text(), true);
            if (now.doubled > 0) {
                State again = now.copy();
                again.doubled--;
                append(again, commands.get(now.says[g] - 1), groups.get(g) + ", and will again,", false);
            }
        }
        if (now.rewinds > 0 && view.fence >= 0) {
            State next = now.copy();
            next.rewinds--;
            append(next, new RewindJob(JOB, view.fence, "lost"), groups.get(g).text(), false);
        }
        for (int p = g * PEERS_OF_EACH; p < (g + 1) * PEERS_OF_EACH; p++) {
            step(now, view, g, p);
        }
    }

    /** Whoever watches a group whose pulse is gone reports it. */
    private void report(State now, int g) {
        for (GroupId watched :
                Duties.of(replicas.get(now.view[g]), groups.get(g)).watches()) {
            boolean gone = now.status[groups.indexOf(watched)] != ALIVE;
            if (gone && !replicas.get(now.log).ring().hasLeft(watched)) {
                append(
                        now.copy(),
                        new GroupLeaveCluster(watched, true),
                        groups.get(g).text(),
                        true);
            }
        }
    }

    /** Reads the log to its end. At a new fence everything begins at its base. */
    private void read(State now, int g) {
        State next = now.copy();
        View after = views.get(now.log);
        next.view[g] = now.log;
        if (Duties.of(replicas.get(now.log), groups.get(g)).evicted()) {
            found(dead(next, g), groups.get(g) + " reads that it is dead", true);
            return;
        }
        if (after.fence != views.get(now.view[g]).fence) {
            for (int p = g * PEERS_OF_EACH; p < (g + 1) * PEERS_OF_EACH; p++) {
                next.passed[p] = after.base;
                next.ready[p] = false;
            }
        }
        found(next, groups.get(g) + " reads on", true);
    }

    /** The last mark that a peer has passed at a fence; -1 if it has not been there. */
    private int passed(State now, int peer, long fence) {
        return views.get(now.view[peer / PEERS_OF_EACH]).fence == fence ? now.passed[peer] : -1;
    }

    private boolean haveAllPassed(State now, View view, int task, int number) {
        return view.members.get(task).stream().allMatch(peer -> passed(now, peer, view.fence) >= number);
    }

    private void step(State now, View view, int g, int p) {
        int task = view.tasks.get(p);
        if (task < 0) {
            return;
        }
        int keeper = view.members.get(READ).get(0);
        if (p == keeper) {
            keep(now, view, g, p);
        } else if (task == READ) {
            if (passed(now, keeper, view.fence) > now.passed[p]) {
                found(passed(now, p), peers.get(p) + " gives its mark", true);
            }
        } else if (task == WRITE) {
            write(now, view, p);
        } else if (haveAllPassed(now, view, READ, now.passed[p] + 1)) {
            found(passed(now, p), peers.get(p) + " aligns, stores its state and acks", true);
        }
    }

    private static State passed(State now, int peer) {
        State next = now.copy();
        next.passed[peer]++;
        return next;
    }

    /** The keeper begins a checkpoint when the one before is complete, and says so of it when all have acked it. */
    private void keep(State now, View view, int g, int p) {
        int number = now.passed[p];
        if (number == view.latest && number < limits.checkpoints) {
            found(passed(now, p), peers.get(p) + " begins a checkpoint", true);
        }
        boolean acked = true;
        for (int task = 0; task < TASKS.size(); task++) {
            acked &= haveAllPassed(now, view, task, number);
        }
        if (number > view.latest && acked && now.says[g] == 0) {
            String manifest = view.members.get(WRITE).stream()
                    .map(peer -> new Bundle(peer, number, view.fence).text())
                    .collect(Collectors.joining(" "));
            State next = now.copy();
            next.says[g] =
                    1 + number(new CompleteCheckpoint(JOB, view.fence, number, manifest, false, SortedTable.empty()));
            found(next, peers.get(p) + " has all acks of " + number, true);
        }
    }

    private int number(Command command) {
        return commandIndexes.computeIfAbsent(command, fresh -> {
            commands.add(fresh);
            return commands.size() - 1;
        });
    }

    /** An output commits what is complete, aborts what is over, and prepares. */
    private void write(State now, View view, int p) {
        List<Integer> outputs = view.members.get(WRITE);
        boolean lowest = outputs.get(0) == p;
        List<String> base = View.named(view.checkpoints.base());
        boolean settled = true;
        for (Bundle bundle : now.prepared) {
            boolean own = bundle.peer == p;
            boolean inherited = !now.ready[p] && base.contains(bundle.text()) && (lowest || own);
            boolean complete = own && bundle.fence == view.fence && bundle.number <= view.latest;
            boolean over = !now.ready[p] && bundle.fence < view.fence && !base.contains(bundle.text());
            if (inherited || complete) {
                settle(now, p, bundle, true);
            } else if (over && (lowest || own)) {
                settle(now, p, bundle, false);
            }
            settled &= !own && !inherited && !(over && lowest);
        }
        if (settled && !now.ready[p]) {
            State next = now.copy();
            next.ready[p] = true;
            found(next, peers.get(p) + " is ready to write", true);
        } else if (settled && haveAllPassed(now, view, 1, now.passed[p] + 1)) {
            State next = passed(now, p);
            next.prepared.add(new Bundle(p, next.passed[p], view.fence));
            found(next, peers.get(p) + " prepares and acks " + next.passed[p], true);
        }
    }

    private void settle(State now, int p, Bundle bundle, boolean commit) {
        if (views.get(now.log).isComplete(bundle) != commit) {
            violate(peers.get(p) + (commit ? " commits " : " aborts ") + bundle
                    + (commit ? ", which is in no" : " of a") + " checkpoint of the log");
        }
        State next = now.copy();
        next.prepared.remove(bundle);
        found(next, peers.get(p) + (commit ? " commits " : " aborts ") + bundle, true);
    }

    /** Appends a command; the entry of a checkpoint must find all of its bundles prepared. */
    private void append(State next, Command command, String who, boolean fair) {
        int before = next.log;
        Command told = fenced ? command : fenceless(command, views.get(before).fence);
        next.log = applied.computeIfAbsent(
                (long) before << 32 | number(told),
                key -> index(told.apply(replicas.get(before), Math.max(0, views.get(before).fence) + 1)));
        if (told instanceof CompleteCheckpoint && next.log != before) {
            CompletedCheckpoint latest = views.get(next.log).checkpoints.latest();
            List<String> prepared = next.prepared.stream().map(Bundle::text).toList();
            if (!prepared.containsAll(View.named(latest))) {
                violate(who + " appends " + told + ", but not all of it is prepared");
            }
        }
        found(next, who + " appends " + command, fair);
    }

    /** A checkpoint as it would be taken if nobody looked at its fence. */
    private static Command fenceless(Command command, long fence) {
        return command instanceof CompleteCheckpoint made
                ? new CompleteCheckpoint(JOB, fence, made.number(), made.manifest(), made.last(), made.skipped())
                : command;
    }

    /** Goes back from all states in which all is complete; from what is not reached no checkpoint can be. */
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
            violation = "no checkpoint can be complete, in " + (seen.size() - reaching.cardinality()) + " states";
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
