package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.testkit.simulate.World;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * User functions of generated jobs: pure, slow, failing, flaky and hanging ones. Public, since jobs name them by class
 * and method.
 */
public final class TestFunctions {

    /** Name under which all simulated processes provide a random generator as a resource. */
    public static final String CHANCE = "sardonyx.simulated.chance";

    private static final long POISON_EVERY = 10;
    private static final long POISON = 3;
    private static final long HANGING_NANOS = 3_600 * World.SECOND;
    private static final double FLAKY = 0.2;

    private TestFunctions() {}

    /** Exception of {@link #restless}, which makes its task restart. */
    static final class Restless extends Exception {

        private static final long serialVersionUID = 1;
    }

    public static String left(long number) {
        return "left-" + number;
    }

    public static String right(long number) {
        return "right-" + number;
    }

    /** Identity that takes virtual time. */
    public static long slow(
            long number,
            @Param("job") String job,
            @Param("micros") long micros,
            @Param(CallTime.RESOURCE) CallTime time) {
        time.spend(job, number, micros * 1_000);
        return number;
    }

    /** Identity that hangs for an hour of virtual time on poison numbers. */
    public static long hanging(long number, @Param(CallTime.RESOURCE) CallTime time) {
        if (isPoison(number)) {
            time.hang(HANGING_NANOS);
        }
        return number;
    }

    public static boolean isEven(long number) {
        return number % 2 == 0;
    }

    /** Three results for one segment, each with another key. */
    public static List<String> three(long number) {
        return List.of("a-" + number, "b-" + number, "c-" + number);
    }

    public static String same(String text) {
        return text;
    }

    /** Identity that always throws for poison numbers. */
    public static long picky(long number) {
        if (isPoison(number)) {
            throw new IllegalArgumentException("I do not like " + number);
        }
        return number;
    }

    /** Lifecycle that throws now and then while faults are injected, and asks for a restart of its task. */
    public static Lifecycle restless(@Param(SimulatedData.RESOURCE) SimulatedData stock) {
        return new Lifecycle() {
            @Override
            public void beforeTask(TaskContext context) throws Restless {
                stock.disturb();
            }

            @Override
            public void afterRead(TaskContext context, List<?> segments) throws Restless {
                stock.disturb();
            }

            @Override
            public void afterApply(TaskContext context, List<?> segments) throws Restless {
                stock.disturb();
            }

            @Override
            public void afterBatch(TaskContext context) throws Restless {
                stock.disturb();
            }

            @Override
            public Decision handleException(TaskContext context, Phase phase, Exception exception) {
                return exception instanceof Restless ? Decision.RESTART : Decision.DEFER;
            }
        };
    }

    /** Whether functions of this class fail for a number: one in ten. */
    public static boolean isPoison(long number) {
        return number % POISON_EVERY == POISON;
    }

    /** Identity that throws at random, so that each number succeeds after some retries. */
    public static long moody(long number, @Param(CHANCE) RandomGenerator chance) {
        if (chance.nextDouble() < FLAKY) {
            throw new IllegalStateException("not now");
        }
        return number;
    }
}
