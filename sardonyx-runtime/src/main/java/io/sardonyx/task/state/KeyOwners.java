package io.sardonyx.task.state;

import io.sardonyx.assignment.Routes;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.job.Flux;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.task.TaskDefinition;
import java.util.List;
import java.util.Objects;

/**
 * Which peer of a task owns which keys. With fixed slots a key stays with its slot, and a vacant slot is served by the
 * next that is held; otherwise the present peers share all keys.
 *
 * @param bySlot the index of the owner among the peers, by slot
 */
public record KeyOwners(List<Integer> bySlot) {

    /**
     * The owners under a flux policy.
     *
     * @param peers of the task, by slot; at least one
     */
    public static KeyOwners of(Flux flux, List<Receiver> peers) {
        boolean fixed = flux != Flux.CONTINUE;
        int slots = fixed ? peers.get(peers.size() - 1).slot() + 1 : peers.size();
        var owners = new Integer[slots];
        int owner = peers.size() - 1;
        for (int slot = slots - 1; slot >= 0; slot--) {
            while (fixed ? owner > 0 && peers.get(owner - 1).slot() >= slot : owner > slot) {
                owner--;
            }
            owners[slot] = owner;
        }
        return new KeyOwners(List.of(owners));
    }

    /** The key groups whose state a peer has: all, if its task does not group its segments. */
    public static KeyGroupSet groupsOf(TaskDefinition plan, Routes routes) {
        if (plan.entry().grouping().isNone()) {
            return KeyGroupSet.ALL;
        }
        List<Receiver> peers =
                Objects.requireNonNullElse(routes.receivers().get(plan.self().task()), List.of());
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).peer().equals(plan.self().peer())) {
                return of(plan.entry().task().flux(), peers).groupsOf(i);
            }
        }
        throw new IllegalStateException(plan.self() + " has no place in its own routes");
    }

    /** The key groups of the peer at an index. */
    KeyGroupSet groupsOf(int peer) {
        return KeyGroupSet.of(group -> bySlot.get(KeyGroups.indexOf(group, bySlot.size())) == peer);
    }
}
