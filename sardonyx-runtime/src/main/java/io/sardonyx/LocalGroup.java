package io.sardonyx;

import io.sardonyx.group.GroupState;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One group of a local cluster on a thread of its own, as if it were a process. */
final class LocalGroup {

    private static final Duration LEAVING = Duration.ofSeconds(15);

    private final CompletableFuture<GroupId> joined = new CompletableFuture<>();
    private final PeerGroup group;
    private final LoopThread<PeerGroup> thread;
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

    /** Throws what ended it, unless somebody wanted that. */
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

    /** The id of its present life. */
    GroupId id() {
        return id;
    }

    /** How it does. */
    GroupState state() {
        return group.state();
    }

    /**
     * Waits until it is a member, its peers are offered and nothing of that is on its way.
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

    /** Begins to leave; {@link #end} waits for that. */
    void leave() {
        thread.tell(PeerGroup::leave);
    }

    /** Waits until it has left, for some seconds at most, and stops it. */
    void end() {
        await();
        thread.close();
    }

    /** Stops it in the middle of everything: its pulse is gone, and nobody has heard a word. */
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
