package io.sardonyx.follow;

import io.sardonyx.command.Command;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.RaiseFormat;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.job.Cause;
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
 * What a group or a client still has to append, sent in order and never twice.
 *
 * <p>Entries are numbered as they are sent. When the outcome of an append is unknown, nothing more is sent until the
 * log was read afterwards, as far as it goes; what is found there is done, the rest is sent again under its old
 * numbers, and should the first try arrive late after all, the fold skips the repetition.
 */
public final class Outbox {

    private static final int AT_ONCE = 64;

    private static final Cause BRIEF = new Cause("what ended it cannot be written down", null, null);

    /** What may be said when. */
    public interface Gate {

        /** Everything, at any time. */
        Gate OPEN = (command, replica) -> true;

        boolean admits(Command command, Replica replica);
    }

    private final GroupId author;
    private final Log log;
    private final Gate gate;
    private final Signature signature;
    private final BackOff backOff;
    private final Mailbox mailbox = new Mailbox();
    private final ArrayDeque<Command> waiting = new ArrayDeque<>();
    private final ArrayDeque<Numbered> sent = new ArrayDeque<>();

    private BiConsumer<Command, BadInput> unsayable = (command, why) -> LoggerFactory.getLogger(Outbox.class)
            .error("{} cannot be appended: {}", CommandCodec.nameOf(command), why.getMessage());

    private long sequence;
    private boolean sending;
    private boolean uncertain;
    private long askedWhenFailed;
    private final Deadline retry = new Deadline();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Numbered(long sequence, Command command, byte[] entry) {}

    public Outbox(GroupId author, Log log, Gate gate, Signature signature, BackOff backOff) {
        this.author = author;
        this.log = log;
        this.gate = gate;
        this.signature = signature;
        this.backOff = backOff;
    }

    /**
     * Tells whoever wants to know of each command that cannot become an entry; else that is an error in the log file.
     */
    public Outbox onUnsayable(BiConsumer<Command, BadInput> listener) {
        unsayable = listener;
        return this;
    }

    /** Puts a command at the end, unless the same is there or on its way. */
    public void queue(Command command) {
        if (!has(command)) {
            waiting.add(command);
        }
    }

    /** Whether such a command waits or is on its way. */
    public boolean has(Command command) {
        return waiting.contains(command) || sent.stream().anyMatch(numbered -> numbered.command.equals(command));
    }

    public boolean isEmpty() {
        return waiting.isEmpty() && sent.isEmpty();
    }

    /** How much waits or is on its way. */
    public int size() {
        return waiting.size() + sent.size();
    }

    /** Whether nothing is on its way, nor could be now: what waits has to wait at the gate. */
    public boolean isQuiet(Follower<Replica> follower) {
        Replica now = follower.state();
        return sent.isEmpty()
                && waiting.stream().noneMatch(command -> isKnownTo(now, command) && gate.admits(command, now));
    }

    /** Sends what may be sent; whether there was anything to do. */
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

    /** What cannot become an entry is said in fewer words, or left out: it must not end whoever has to say it. */
    private void number(Command command, Provenance provenance) {
        try {
            byte[] entry = EntryCodec.encode(author, sequence + 1, command, provenance);
            sent.add(new Numbered(sequence + 1, command, entry));
            sequence++;
        } catch (BadInput why) {
            unsayable.accept(command, why);
            if (command instanceof KillJob kill && !kill.cause().equals(BRIEF)) {
                number(new KillJob(kill.job(), BRIEF, kill.fence()), provenance);
            }
        }
    }

    /** A command that older members cannot read waits until the cluster has a format that has it. */
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

    /** A read that was on its way when the append failed proves nothing, only the next one does. */
    private void unknown(long nowNanos, Follower<Replica> follower) {
        sending = false;
        uncertain = true;
        askedWhenFailed = follower.asked();
        retry.set(nowNanos + backOff.nextNanos());
    }

    /** What was appended is not said again before it was read, or else it would still seem to be owed. */
    private void done(long first, int count, Follower<Replica> follower) {
        sending = false;
        backOff.succeeded();
        follower.expect(first + count - 1);
        for (int i = 0; i < count && !sent.isEmpty(); i++) {
            sent.removeFirst();
        }
    }
}
