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
 * JUnit test template that runs a test once per seed, each time with another
 * {@link io.sardonyx.testkit.simulate.SimulatedRun}. The first failing seed ends the test, and the failure names it.
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

    /** How many seeds are run. */
    int runs() default 1_000;

    /** Which kinds of fault are injected; all when empty. */
    FaultKind[] faults() default {};

    /** The first seed. */
    long seed() default 0;
}
