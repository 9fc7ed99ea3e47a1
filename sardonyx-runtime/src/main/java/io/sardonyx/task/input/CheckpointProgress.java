package io.sardonyx.task.input;

import io.sardonyx.assignment.Routes;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.content.CheckpointAck;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointSteps;
import io.sardonyx.report.TaskReport.Rewound;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Progress of the checkpoint that a keeper has in hand, for people: who has acked its mark, for whom it waits, and in
 * the end how long its steps took and who was slow.
 *
 * <p>No decision depends on it. Confined to the thread of the task's turn.
 */
final class CheckpointProgress {

    /** A checkpoint that takes longer is reported, with what it waits for. */
    private static final long SLOW_MILLIS = 10_000;

    /** Names of all peers of the job in the order of its tasks, and of their slots. */
    private final List<String> peers = new ArrayList<>();
    /* By channel of acks, which peer sends on it; this peer is the last. */
    private final int[] senders;
    /* By peer, the index of its task; and by task, the indexes of those before it. */
    private final int[] taskOf;
    private final List<int[]> before;
    private final boolean[] acked;
    /* By peer, when its mark was passed on, in milliseconds since the beginning; and what it told of its ack. */
    private final long[] passedMillis;
    private final long[] alignMillis;
    private final long[] writeMillis;
    private CheckpointFigures figures;
    private long number;
    private long beganMillis;
    /* Who acked last, and when; and when the manifest was stored. */
    private int last;
    private long ackedMillis;
    private long storedMillis;
    private long expired;

    /**
     * @param tasks of the job, in order of the flow
     * @param upstream the tasks before each
     * @param former figures of the checkpoint that everybody starts from
     */
    CheckpointProgress(
            Assignment own,
            List<TaskName> tasks,
            Function<TaskName, List<TaskName>> upstream,
            Routes routes,
            CheckpointFigures former) {
        var channels = new ArrayList<Integer>();
        var ofTask = new ArrayList<Integer>();
        int self = 0;
        for (TaskName task : tasks) {
            for (Receiver peer : Objects.requireNonNullElse(routes.receivers().get(task), List.<Receiver>of())) {
                if (peer.peer().equals(own.peer())) {
                    self = peers.size();
                } else {
                    channels.add(peers.size());
                }
                peers.add("task " + task + " in slot " + peer.slot());
                ofTask.add(tasks.indexOf(task));
            }
        }
        channels.add(self);
        senders = ints(channels);
        taskOf = ints(ofTask);
        before = tasks.stream()
                .map(task ->
                        ints(upstream.apply(task).stream().map(tasks::indexOf).toList()))
                .toList();
        acked = new boolean[peers.size()];
        passedMillis = new long[peers.size()];
        alignMillis = new long[peers.size()];
        writeMillis = new long[peers.size()];
        figures = former;
    }

    private static int[] ints(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The channel by which this peer's own acks are known. */
    int own() {
        return senders.length - 1;
    }

    void begin(long next, long nowMillis) {
        number = next;
        beganMillis = nowMillis;
        ackedMillis = nowMillis;
        storedMillis = nowMillis;
        last = 0;
        Arrays.fill(acked, false);
    }

    /**
     * Notes that the sender on a channel has acked the mark.
     *
     * @param told along with the ack; null if nothing
     */
    void acked(int channel, @Nullable CheckpointAck told, long nowMillis) {
        if (channel < 0 || channel >= senders.length || acked[senders[channel]]) {
            return;
        }
        int peer = senders[channel];
        long took = Math.max(0, nowMillis - beganMillis);
        acked[peer] = true;
        writeMillis[peer] = told == null ? 0 : Math.min(took, told.writeMillis());
        passedMillis[peer] = took - writeMillis[peer];
        alignMillis[peer] = told == null ? 0 : Math.min(passedMillis[peer], told.alignMillis());
        last = peer;
        ackedMillis = nowMillis;
        storedMillis = nowMillis;
    }

    /** Notes that the manifest is stored. */
    void stored(long nowMillis) {
        storedMillis = nowMillis;
    }

    /** Notes that the checkpoint is not complete in time. */
    void expire() {
        expired++;
        figures = figures.expired(expired);
    }

    /**
     * Notes that the log has the checkpoint.
     *
     * @param bytes that it consists of
     */
    void complete(long bytes, long nowMillis) {
        int slow = writeMillis[last] < passedMillis[last] ? holder() : last;
        var steps = new CheckpointSteps(
                passedMillis[last],
                Math.min(alignMillis[slow], passedMillis[last]),
                writeMillis[last],
                Math.max(0, storedMillis - ackedMillis),
                Math.max(0, nowMillis - storedMillis));
        figures = new CheckpointFigures(
                number,
                nowMillis,
                Math.max(0, nowMillis - beganMillis),
                peers.get(slow),
                expired,
                bytes,
                steps,
                0,
                Rewound.NONE);
        number = 0;
    }

    /** The peer that held up the mark for longest, after all before it had passed it on. */
    private int holder() {
        long[] passed = new long[before.size()];
        for (int peer = 0; peer < taskOf.length; peer++) {
            passed[taskOf[peer]] = Math.max(passed[taskOf[peer]], passedMillis[peer]);
        }
        int holder = last;
        long longest = -1;
        for (int peer = 0; peer < taskOf.length; peer++) {
            long came = 0;
            for (int task : before.get(taskOf[peer])) {
                came = Math.max(came, passed[task]);
            }
            if (passedMillis[peer] - came > longest) {
                longest = passedMillis[peer] - came;
                holder = peer;
            }
        }
        return holder;
    }

    CheckpointFigures figures() {
        return figures;
    }

    /**
     * What a slow checkpoint waits for.
     *
     * @param step the step of the keeper itself after all have acked, or null before
     */
    @Nullable
    Waiting waiting(@Nullable String step, long nowMillis) {
        if (number == 0 || nowMillis - beganMillis < SLOW_MILLIS) {
            return null;
        }
        return new Waiting(
                "checkpoint " + number + " is not complete: " + (step == null ? late() : step), beganMillis, 0);
    }

    /** Tasks are in order of the flow, so all before the first that is late have acked. */
    private String late() {
        var late = new ArrayList<String>();
        for (int i = 0; i < acked.length; i++) {
            if (!acked[i]) {
                late.add(peers.get(i));
            }
        }
        if (late.isEmpty()) {
            return "all have acked, but not the same that was sent; something was lost or doubled";
        }
        return late.get(0)
                + " has not acked its mark, while all before it have: it works off what came before the mark,"
                + " or cannot write it" + (late.size() == 1 ? "" : "; " + (late.size() - 1) + " more wait for that");
    }
}
