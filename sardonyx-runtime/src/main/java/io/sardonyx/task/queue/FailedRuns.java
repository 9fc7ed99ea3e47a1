package io.sardonyx.task.queue;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchFormat;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.PoisonSegment;
import io.sardonyx.task.queue.UnitOfWork.TakenRun;
import java.util.ArrayDeque;
import java.util.ListIterator;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Retries of a queued task: a run that failed is given back to its own queue with a delay, in the transaction in which
 * it was taken. When its attempts are used up its segments are tried one by one, and then the error policy decides
 * about the one that still fails. Confined to the thread of the task's turn.
 */
final class FailedRuns {

    private static final long FIRST_DELAY_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 9;

    /** A segment that is to become a dead letter, in the unit of work in which it was taken. */
    record Letter(TakenRun run, PoisonSegment segment) {}

    private final BatchFormat format;
    private final PendingRoots.Poison poison;
    private final int attempts;
    private final ArrayDeque<Letter> letters = new ArrayDeque<>();
    private long retried;

    /** @param attempts after which a run is tried in single segments, and a single segment is poison */
    FailedRuns(BatchFormat format, PendingRoots.Poison poison, int attempts) {
        this.format = format;
        this.poison = poison;
        this.attempts = attempts;
    }

    /** Number of runs that were given back so far. */
    long retried() {
        return retried;
    }

    /** Whether a poison segment waits to be made a dead letter. */
    boolean hasLetters() {
        return !letters.isEmpty();
    }

    @Nullable
    Letter nextLetter() {
        return letters.poll();
    }

    /** Forgets the dead letters of a unit that was dropped. */
    void clear() {
        letters.clear();
    }

    /** Gives a failed run back to its queue; or decides about a single segment whose attempts are used up. */
    void failed(UnitOfWork unit, TakenRun run) {
        int attempt = run.attempt() + 1;
        boolean usedUp = attempt >= attempts;
        if (usedUp && run.end() - run.start() == 1) {
            poisoned(unit, run, attempt);
            return;
        }
        retried++;
        int step = usedUp ? 1 : run.end() - run.start();
        for (int from = run.start(); from < run.end(); from += step) {
            Batch again = format.blank(step, 1);
            for (int i = from; i < from + step; i++) {
                again.add(run.batch().segments()[i]);
            }
            again.endRun(0, 0, run.batch().origin(run.run()));
            unit.give(new OutgoingMessage(run.queue(), format.bytes(QueueMessage.DATA, again))
                    .withAttempt(usedUp ? 0 : attempt)
                    .withDelayMillis(FIRST_DELAY_MILLIS << Math.min(attempt - 1, MOST_DOUBLINGS)));
        }
    }

    private void poisoned(UnitOfWork unit, TakenRun run, int failures) {
        Object segment = run.batch().segments()[run.start()];
        SegmentOrigin origin = run.batch().origin(run.run());
        switch (poison.poisoned(segment, origin, failures)) {
            case LEAVE_OUT -> unit.skip(1);
            case DEAD_LETTER ->
                letters.add(new Letter(run, new PoisonSegment(segment, PendingRoots.Poison.cause(failures))));
            case WAIT -> {
                /* The job is killed in the next turn, before this unit can be committed. */
            }
        }
    }

    /** Takes back what was given for roots that have failed, since it is given again with their next attempt. */
    void withdraw(UnitOfWork unit, LongPredicate failed) {
        for (ListIterator<OutgoingMessage> each = unit.given().listIterator(); each.hasNext(); ) {
            OutgoingMessage message = each.next();
            byte[] body = message.body();
            byte[] left = QueueMessage.kind(body) == QueueMessage.DATA ? without(body, failed) : body;
            if (left == null) {
                each.remove();
            } else if (left != body) {
                each.set(new OutgoingMessage(message.queue(), left));
            }
        }
    }

    /** A message without the runs of some roots: the same if there are none, null if there are no others. */
    byte @Nullable [] without(byte[] body, LongPredicate failed) {
        Batch all = format.read(body);
        Batch left = format.blank(all.size(), all.runs());
        int start = 0;
        for (int run = 0; run < all.runs(); run++) {
            int end = all.end(run);
            if (!failed.test(all.root(run))) {
                for (int i = start; i < end; i++) {
                    left.add(all.segments()[i]);
                }
                left.endRun(all.root(run), all.value(run), all.origin(run));
            }
            start = end;
        }
        if (left.size() == all.size()) {
            return body;
        }
        return left.size() == 0 ? null : format.bytes(QueueMessage.DATA, left);
    }
}
