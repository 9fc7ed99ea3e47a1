package io.sardonyx.group;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import io.sardonyx.value.GroupId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Failure detector: watches the leases of other groups. A notification or a timer only triggers a query; a group is
 * reported dead only when the store answers that its lease is free. Confined to the thread of its owner's turns.
 */
public final class PulseWatches {

    private final Leases leases;
    private final Consumer<GroupId> onDeath;
    private final long pollNanos;
    private final Mailbox mailbox = new Mailbox();
    private final Map<GroupId, Watched> watched = new TreeMap<>();

    public PulseWatches(Leases leases, Consumer<GroupId> onDeath, long pollNanos) {
        this.leases = leases;
        this.onDeath = onDeath;
        this.pollNanos = pollNanos;
    }

    /** A watched lease and the state of its query. */
    private final class Watched {
        final Watch watch;
        /** Set by the store's thread, cleared by the owner's. */
        volatile boolean nudged = true;

        boolean asking;
        final Deadline poll = new Deadline();

        Watched(GroupId group) {
            watch = leases.onFree(Pulse.nameOf(group), () -> {
                nudged = true;
                mailbox.wake();
            });
        }
    }

    /** Reconciles the watches with the wanted set: new groups are queried in the next turn, others are released. */
    public void take(Collection<GroupId> wanted) {
        watched.entrySet().removeIf(entry -> {
            boolean unwanted = !wanted.contains(entry.getKey());
            if (unwanted) {
                entry.getValue().watch.close();
            }
            return unwanted;
        });
        for (GroupId group : wanted) {
            watched.computeIfAbsent(group, id -> new Watched(id));
        }
    }

    public boolean turn(long nowNanos) {
        boolean worked = mailbox.drain(nowNanos);
        for (Map.Entry<GroupId, Watched> entry : watched.entrySet()) {
            Watched one = entry.getValue();
            if (!one.asking && (one.nudged || one.poll.isDue(nowNanos))) {
                one.nudged = false;
                one.asking = true;
                one.poll.set(nowNanos + pollNanos);
                ask(entry.getKey(), one);
                worked = true;
            }
        }
        return worked;
    }

    private void ask(GroupId group, Watched one) {
        mailbox.await(
                leases.isHeld(Pulse.nameOf(group)),
                held -> {
                    one.asking = false;
                    if (!held && watched.get(group) == one) {
                        onDeath.accept(group);
                    }
                },
                failure -> {
                    Unreadable.rethrow(failure);
                    one.asking = false;
                });
    }

    public void close() {
        take(List.of());
    }
}
