package io.sardonyx.task.input;

import io.sardonyx.assignment.Routes;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Progress of the checkpoint that a keeper has in hand, for people: who has acked its mark, and for whom it waits.
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
    private final boolean[] acked;
    private CheckpointFigures figures = CheckpointFigures.NONE;
    private long number;
    private long beganMillis;
    private String slowest = "";
    private long expired;

    /** @param tasks of the job, in order of the flow */
    CheckpointProgress(Assignment own, List<TaskName> tasks, Routes routes) {
        var channels = new ArrayList<Integer>();
        int self = 0;
        for (TaskName task : tasks) {
            for (Receiver peer : Objects.requireNonNullElse(routes.receivers().get(task), List.<Receiver>of())) {
                if (peer.peer().equals(own.peer())) {
                    self = peers.size();
                } else {
                    channels.add(peers.size());
                }
                peers.add("task " + task + " in slot " + peer.slot());
            }
        }
        channels.add(self);
        senders = channels.stream().mapToInt(Integer::intValue).toArray();
        acked = new boolean[peers.size()];
    }

    /** The channel by which this peer's own acks are known. */
    int own() {
        return senders.length - 1;
    }

    void begin(long next, long nowMillis) {
        number = next;
        beganMillis = nowMillis;
        slowest = "";
        Arrays.fill(acked, false);
    }

    /** Notes that the sender on a channel has acked the mark. */
    void acked(int channel) {
        if (channel >= 0 && channel < senders.length && !acked[senders[channel]]) {
            acked[senders[channel]] = true;
            slowest = peers.get(senders[channel]);
        }
    }

    /** Notes that the checkpoint is not complete in time. */
    void expire() {
        expired++;
        figures = new CheckpointFigures(
                figures.number(), figures.atMillis(), figures.tookMillis(), figures.slowest(), expired);
    }

    /** Notes that the log has the checkpoint. */
    void complete(long nowMillis) {
        figures = new CheckpointFigures(number, nowMillis, Math.max(0, nowMillis - beganMillis), slowest, expired);
        number = 0;
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
