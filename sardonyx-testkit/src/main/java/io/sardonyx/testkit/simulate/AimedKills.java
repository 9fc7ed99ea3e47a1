package io.sardonyx.testkit.simulate;

import io.sardonyx.testkit.simulate.KillMatrix.Cell;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Kills that a seed aims at certain points of checkpoints, one after the other: a machine is killed when a task of it
 * is there. Points that last for a millisecond are hardly ever hit by chance.
 */
final class AimedKills {

    /** Of the generator, so that nothing else in a seed depends on it. */
    private static final long SALT = 1_017L << 32;

    private static final int MOST = 3;
    /** Of the occasions for a kill, one in so many is taken. */
    private static final int TAKEN_OF = 3;

    private static final int THOUSAND = 1_000;

    private final SplittableRandom random;
    private final KillPoints points;
    private final FaultInjector injector;
    private final ArrayDeque<Cell> targets = new ArrayDeque<>();

    AimedKills(long seed, KillPoints points, FaultInjector injector) {
        this.random = new SplittableRandom(seed ^ SALT);
        this.points = points;
        this.injector = injector;
        List<Cell> cells = KillMatrix.cells();
        for (int aimed = 1 + random.nextInt(MOST); aimed > 0; aimed--) {
            targets.add(cells.get(random.nextInt(cells.size())));
        }
    }

    /** Kills a machine, which has just had a turn, if it is where the next kill is aimed at. */
    void look(Machine machine) {
        Cell target = targets.peek();
        if (target != null
                && !machine.isLeaving()
                && points.cells(machine, target.role()::equals).contains(target)
                && random.nextInt(TAKEN_OF) == 0) {
            targets.remove();
            injector.kill(machine, random.nextInt(THOUSAND), random.nextInt(THOUSAND));
        }
    }
}
