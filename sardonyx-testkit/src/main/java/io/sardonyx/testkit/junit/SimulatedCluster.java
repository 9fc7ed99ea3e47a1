package io.sardonyx.testkit.junit;

import io.sardonyx.testkit.simulate.FaultKind;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is run many times, each time with a {@link io.sardonyx.testkit.simulate.SimulatedRun} of another seed.
 * After the first seed that fails no more are run; the failure names it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@TestTemplate
@ExtendWith(SimulatedClusterExtension.class)
public @interface SimulatedCluster {

    /** How many processes the cluster has. */
    int groups() default 3;

    /** How many peers each process offers; a job needs at least one for each of its tasks. */
    int peers() default 2;

    /** How many seeds. */
    int runs() default 1_000;

    /** What goes wrong; everything unless something is said. */
    FaultKind[] faults() default {};

    /** The first seed. */
    long seed() default 0;
}
