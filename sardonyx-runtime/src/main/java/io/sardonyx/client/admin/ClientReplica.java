package io.sardonyx.client.admin;

import io.sardonyx.command.Command;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.Outbox;
import io.sardonyx.follow.Signature;
import io.sardonyx.follow.SkippedEntries;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Loop;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A client's replica: follows the log without being a member, appends commands and completes futures when they are read
 * back. Confined to the client's thread.
 */
final class ClientReplica implements Loop {

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration FIRST_WAIT = Duration.ofMillis(50);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final GroupId self;
    private final Follower<Replica> follower;
    private final Outbox outbox;
    private final List<Wish> wishes = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
    private final List<AdminClient.LogListener> listeners = new ArrayList<>();
    private boolean closed;

    /** A command in flight, until it is read back. */
    private static final class Wish {
        final Command command;
        final CompletableFuture<Applied> answer = new CompletableFuture<>();
        /** Number of the last read when the command was first seen to have left the outbox. */
        long askedWhenSent = Long.MAX_VALUE;

        Wish(Command command) {
            this.command = command;
        }
    }

    /** A request for the state at the end of the log, answered by the read with this number or a later one. */
    private record Look(long number, CompletableFuture<ReplicaView> answer) {}

    ClientReplica(GroupId self, Store store, Follower.Fold<Replica> fold, Signature signature, RandomGenerator random) {
        this.self = self;
        Log log = store.log(LogScanner.LOG);
        var backOff = new BackOff(FIRST_WAIT, LONGEST_WAIT, random);
        this.follower =
                new Follower<>(log, fold, new Reading(), backOff, POLL.toNanos()).skipping(new SkippedEntries(store));
        this.outbox = new Outbox(self, log, Outbox.Gate.OPEN, signature, new BackOff(FIRST_WAIT, LONGEST_WAIT, random))
                .onUnencodable(this::unencodable);
    }

    /** Appends a command; completes with its change when it is read back. */
    CompletableFuture<Applied> append(Command command) {
        var wish = new Wish(command);
        wishes.add(wish);
        outbox.queue(command);
        return wish.answer;
    }

    private void unencodable(Command command, BadInput why) {
        wishes.removeIf(wish -> wish.command.equals(command) && wish.answer.completeExceptionally(why));
    }

    /** The replica at the end of the log; a read that is in flight already is too old to answer it. */
    CompletableFuture<ReplicaView> look() {
        var look = new Look(follower.asked() + 1, new CompletableFuture<>());
        looks.add(look);
        follower.doubt();
        return look.answer;
    }

    void listen(AdminClient.LogListener listener) {
        listeners.add(listener);
    }

    void unlisten(AdminClient.LogListener listener) {
        listeners.remove(listener);
    }

    /** Failure of the last read, or null; for any thread. */
    @Nullable
    Throwable trouble() {
        return follower.trouble();
    }

    ReplicaView view() {
        return new ReplicaView(follower.state(), follower.position());
    }

    @Override
    public boolean turn(long nowNanos) {
        boolean worked = follower.turn(nowNanos);
        worked |= outbox.turn(nowNanos, follower);
        if (follower.isAtEnd()) {
            looks.removeIf(look -> follower.reads() >= look.number && look.answer.complete(view()));
            wishes.removeIf(this::wasReadInAnOrigin);
        }
        return worked;
    }

    /**
     * Answers a command that is in the log but was never read as an entry, because the follower restarted from an
     * origin that contains it. What it changed is unknown then.
     */
    private boolean wasReadInAnOrigin(Wish wish) {
        if (outbox.has(wish.command)) {
            return false;
        }
        wish.askedWhenSent = Math.min(wish.askedWhenSent, follower.asked());
        return follower.reads() > wish.askedWhenSent
                && wish.answer.complete(
                        new Applied(follower.position(), new Change<>(follower.state(), follower.state())));
    }

    @Override
    public boolean isOver() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        follower.close();
        var gone = new IllegalStateException("the client is closed");
        wishes.forEach(wish -> wish.answer.completeExceptionally(gone));
        looks.forEach(look -> look.answer.completeExceptionally(gone));
        List.copyOf(listeners).forEach(AdminClient.LogListener::closed);
    }

    /** Completes requests and calls listeners for each entry read. */
    private final class Reading implements Follower.Reader<Replica> {

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            if (self.equals(entry.author())) {
                answer(entry, change);
            }
            List.copyOf(listeners).forEach(listener -> listener.read(entry, change));
        }

        /** Completes all equal commands at once, as the outbox appends only one of them. */
        private void answer(Entry<Replica> entry, Change<Replica> change) {
            if (!wishes.isEmpty()) {
                wishes.removeIf(wish -> wish.command.equals(entry.step())
                        && wish.answer.complete(new Applied(entry.position(), change)));
            }
        }

        @Override
        public void restarted(Replica state, long position) {
            var view = new ReplicaView(state, position);
            List.copyOf(listeners).forEach(listener -> listener.restarted(view));
        }
    }
}
