package io.sardonyx.testkit.simulate;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.Command;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.follow.SharedFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Simulation of a mass join: many processes start at the same moment on an empty store and must form one ring soon,
 * without flooding the log.
 */
public final class JoinSimulation {

    /** Timeout for convergence, in virtual nanoseconds. */
    private static final long PATIENCE = 600 * World.SECOND;
    /** Virtual time between two checks for convergence. */
    private static final long LOOK_AGAIN = 50 * World.MILLI;
    /** Invariants are checked after every so many entries. */
    private static final int PROOF_EVERY = 50;
    /** How many replicas the shared fold caches. */
    private static final int REMEMBERED = 2_000;
    /** The commands of the membership protocol. */
    private static final Set<Class<? extends Command>> MEMBERSHIP = Set.of(
            FoundCluster.class,
            PrepareJoinCluster.class,
            NotifyJoinCluster.class,
            AcceptJoinCluster.class,
            AbortJoinCluster.class);

    private final Map<String, Integer> entries = new TreeMap<>();
    private int membershipEntries;

    private JoinSimulation() {}

    /**
     * Result of a run.
     *
     * @param entries how many entries of each command the log holds
     * @param entriesPerJoin entries of the membership protocol divided by groups
     * @param seconds virtual time until all groups had joined
     */
    public record Outcome(
            int groups, long turns, Map<String, Integer> entries, double entriesPerJoin, double seconds) {}

    /** Runs groups of one peer each, without faults or with faults of store calls until they have converged. */
    public static Outcome run(int groups, long seed, boolean mishaps) {
        return new JoinSimulation().run(new Storm(seed, groups, List.of(), mishaps ? mishaps() : Set.of()));
    }

    private static Set<FaultKind> mishaps() {
        var all = EnumSet.allOf(FaultKind.class);
        all.removeIf(kind -> !kind.isMishap());
        return all;
    }

    private Outcome run(Storm storm) {
        var fold = new SharedFold(REMEMBERED);
        var cluster = new ClusterParameters("simulated", Allocation.PLANNED, JobScheduler.BALANCED, 10_000);
        var make = new World.Make(
                GroupSettings.of(cluster, 1), () -> fold, UnaryOperator.identity(), false, MachineEngine.NONE);
        var world = new World(storm, make, PROOF_EVERY, this::count);
        for (int i = 0; i < storm.groups(); i++) {
            world.start(0);
        }
        while (!world.hasConverged()) {
            if (world.time.nowNanos() > PATIENCE) {
                throw new AssertionError(
                        storm.groups() + " groups of seed " + storm.seed() + " did not converge: " + world.describe());
            }
            world.passUntil(world.time.nowNanos() + LOOK_AGAIN);
        }
        world.chronicle.prove();
        return new Outcome(
                storm.groups(),
                world.turns(),
                entries,
                (double) membershipEntries / storm.groups(),
                world.time.nowNanos() / 1e9);
    }

    private void count(Entry<Replica> entry) {
        if (entry.step() instanceof Command command) {
            entries.merge(CommandCodec.nameOf(command), 1, Integer::sum);
            membershipEntries += MEMBERSHIP.contains(command.getClass()) ? 1 : 0;
        }
    }
}
