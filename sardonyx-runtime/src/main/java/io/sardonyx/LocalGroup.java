package io.sardonyx;

import io.sardonyx.group.PeerGroup;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.report.MemberState;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A group of a local cluster, run by a {@link LoopThread} of its own as if it were a process. */
final class LocalGroup {

    /** Timeout of a graceful leave, and of the thread's end after a crash. */
    private static final Duration LEAVING = Duration.ofSeconds(15);

    private final CompletableFuture<GroupId> joined = new CompletableFuture<>();
    private final PeerGroup group;
    private final LoopThread<PeerGroup> thread;
    /** Written by the group's thread after its turns, read by any. */
    private volatile GroupId id;

    LocalGroup(String name, PeerGroup group) {
        this.group = group;
        id = group.id();
        thread = new LoopThread<>(name, group, this::look);
        var unused = thread.over().whenComplete((done, failure) -> joined.completeExceptionally(dead()));
    }

    private IllegalStateException dead() {
        Throwable failure = thread.failure();
        return new IllegalStateException(
                "group " + id + " of this cluster has ended" + (failure == null ? "" : ": " + failure), failure);
    }

    /** Throws if the group's thread has failed; does nothing if it was stopped on purpose. */
    void check() {
        if (thread.failure() != null) {
            throw dead();
        }
    }

    private void look(PeerGroup it) {
        id = it.id();
        if (it.isSettled()) {
            joined.complete(id);
        }
    }

    /** The id of its current incarnation. */
    GroupId id() {
        return id;
    }

    /** Its state after its last turn. */
    MemberState state() {
        return group.state().view();
    }

    /**
     * Waits until it is a member, its peers are announced and no command of it is unsent or unacknowledged.
     *
     * @throws IllegalStateException when its thread ends before, with what ended it
     */
    GroupId awaitJoined() {
        try {
            return joined.join();
        } catch (CompletionException e) {
            throw dead();
        }
    }

    /** Begins a graceful leave; {@link #end} waits for it. */
    void leave() {
        thread.tell(PeerGroup::leave);
    }

    /** Waits until it has left, for some seconds at most, and stops its thread. */
    void end() {
        await();
        thread.close();
    }

    /** Stops its thread at once, without a leave entry: its lease is released, nothing else is. */
    void crash() {
        thread.close();
        await();
    }

    private void await() {
        try {
            thread.await(LEAVING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
