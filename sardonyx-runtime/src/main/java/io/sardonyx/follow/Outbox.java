package io.sardonyx.follow;

import io.sardonyx.command.Command;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.RaiseFormat;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Provenance;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Log;
import io.sardonyx.replica.Author;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.LoggerFactory;

/**
 * Queue of commands that a group or a client has to append, sent in order and applied at most once.
 *
 * <p>Entries get sequence numbers as they are sent. When the outcome of an append is unknown, nothing more is sent
 * until the log was read to its end afterwards; entries found there are done, the rest is retried under the old
 * numbers. Should the first attempt arrive late after all, the fold ignores the duplicate by its sequence number, so a
 * retry is idempotent.
 *
 * <p>Confined to the thread of {@link #turn}; answers of the store arrive through a mailbox.
 */
public final class Outbox {

    /** Most entries in one append. */
    private static final int AT_ONCE = 64;

    /** Replacement for a cause that is too long for an entry. */
    private static final Cause BRIEF = new Cause("what ended it cannot be written down", null, null);

    /** Filter that holds back commands until the replica allows them. */
    public interface Gate {

        /** Holds nothing back. */
        Gate OPEN = (command, replica) -> true;

        boolean admits(Command command, Replica replica);
    }

    private final GroupId author;
    private final Log log;
    private final Gate gate;
    private final Signature signature;
    private final BackOff backOff;
    private final Mailbox mailbox = new Mailbox();
    /** Commands not numbered yet. */
    private final ArrayDeque<Command> waiting = new ArrayDeque<>();
    /** Entries numbered and encoded, in flight or to be retried. */
    private final ArrayDeque<Numbered> sent = new ArrayDeque<>();

    private BiConsumer<Command, BadInput> unencodable = (command, why) -> LoggerFactory.getLogger(Outbox.class)
            .error("{} cannot be appended: {}", CommandCodec.nameOf(command), why.getMessage());

    private long sequence;
    private boolean sending;
    /** Whether the outcome of the last append is unknown. */
    private boolean uncertain;
    /** Number of the last read that was started before the failure; only a later one shows what was appended. */
    private long askedWhenFailed;

    private final Deadline retry = new Deadline();

    /** An encoded entry with its sequence number. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Numbered(long sequence, Command command, byte[] entry) {}

    public Outbox(GroupId author, Log log, Gate gate, Signature signature, BackOff backOff) {
        this.author = author;
        this.log = log;
        this.gate = gate;
        this.signature = signature;
        this.backOff = backOff;
    }

    /** Sets the listener for commands that cannot be encoded as an entry; the default logs an error. */
    public Outbox onUnencodable(BiConsumer<Command, BadInput> listener) {
        unencodable = listener;
        return this;
    }

    /** Adds a command at the end, unless an equal one is queued or in flight. */
    public void queue(Command command) {
        if (!has(command)) {
            waiting.add(command);
        }
    }

    /** Whether an equal command is queued or in flight. */
    public boolean has(Command command) {
        for (Command other : waiting) {
            if (isSame(command, other)) {
                return true;
            }
        }
        for (Numbered numbered : sent) {
            if (isSame(command, numbered.command)) {
                return true;
            }
        }
        return false;
    }

    /** Does not ask commands of two types for their equality, which is linked when it is asked for the first time. */
    private static boolean isSame(Command one, Command other) {
        return one == other || one.getClass() == other.getClass() && one.equals(other);
    }

    public boolean isEmpty() {
        return waiting.isEmpty() && sent.isEmpty();
    }

    /** Number of commands queued or in flight. */
    public int size() {
        return waiting.size() + sent.size();
    }

    /**
     * Whether nothing is in flight and nothing queued may be sent now, because the gate or the format holds it back.
     */
    public boolean isQuiet(Follower<Replica> follower) {
        Replica now = follower.state();
        return sent.isEmpty()
                && waiting.stream().noneMatch(command -> isKnownTo(now, command) && gate.admits(command, now));
    }

    /** Sends what may be sent, at most one append at a time; returns whether it did anything. */
    public boolean turn(long nowNanos, Follower<Replica> follower) {
        boolean worked = mailbox.drain(nowNanos);
        forgetHeard(follower.state());
        if (sending || !retry.isDue(nowNanos)) {
            return worked;
        }
        if (uncertain && (!follower.isCaughtUp() || follower.reads() <= askedWhenFailed)) {
            return worked;
        }
        uncertain = false;
        if (sent.isEmpty()) {
            take(follower.state());
        }
        if (!sent.isEmpty()) {
            send(nowNanos, follower);
            worked = true;
        }
        return worked;
    }

    /** Drops entries that were read back, by the author's sequence number in the replica. */
    private void forgetHeard(Replica replica) {
        Author heard = replica.authors().get(author);
        while (!sending && heard != null && !sent.isEmpty() && sent.getFirst().sequence <= heard.sequence()) {
            sent.removeFirst();
        }
    }

    private void take(Replica replica) {
        Provenance provenance = signature.now(replica.cluster().format());
        for (var commands = waiting.iterator(); commands.hasNext() && sent.size() < AT_ONCE; ) {
            Command command = commands.next();
            if (command.isMoot(replica)) {
                commands.remove();
            } else if (isKnownTo(replica, command) && gate.admits(command, replica)) {
                commands.remove();
                number(command, provenance);
            }
        }
    }

    /**
     * Numbers and encodes a command. One that cannot be encoded is shortened or dropped: it must not stop its group.
     */
    private void number(Command command, Provenance provenance) {
        try {
            byte[] entry = EntryCodec.encode(author, sequence + 1, command, provenance);
            sent.add(new Numbered(sequence + 1, command, entry));
            sequence++;
        } catch (BadInput why) {
            unencodable.accept(command, why);
            if (command instanceof KillJob kill && !kill.cause().equals(BRIEF)) {
                number(new KillJob(kill.job(), BRIEF, kill.fence()), provenance);
            }
        }
    }

    /**
     * Whether the cluster's format has this command; until then it stays queued, as older members could not read it.
     */
    private static boolean isKnownTo(Replica replica, Command command) {
        return command instanceof RaiseFormat
                || CommandCodec.sinceFormat(command.getClass())
                        <= replica.cluster().format();
    }

    private void send(long nowNanos, Follower<Replica> follower) {
        List<byte[]> entries = sent.stream().map(Numbered::entry).toList();
        sending = true;
        int count = sent.size();
        mailbox.await(
                log.append(entries), first -> done(first, count, follower), failure -> unknown(nowNanos, follower));
    }

    /**
     * The outcome is unknown: a read that was already in flight when the append failed proves nothing, only a later
     * one.
     */
    private void unknown(long nowNanos, Follower<Replica> follower) {
        sending = false;
        uncertain = true;
        askedWhenFailed = follower.asked();
        retry.set(nowNanos + backOff.nextNanos());
    }

    /** The append succeeded; the follower must read past it before anything counts as owed again. */
    private void done(long first, int count, Follower<Replica> follower) {
        sending = false;
        backOff.succeeded();
        follower.expect(first + count - 1);
        for (int i = 0; i < count && !sent.isEmpty(); i++) {
            sent.removeFirst();
        }
    }
}
