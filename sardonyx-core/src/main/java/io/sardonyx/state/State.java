package io.sardonyx.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a function's argument after the segment as state of the task: a {@link Value}, {@link Entries}, {@link Items},
 * {@link LongTotal}, {@link DoubleTotal} or {@link Total}. It is about the key of the segment that the function was
 * called with; in a task that does not group its segments, about all of them.
 *
 * <p>State is part of the job's checkpoints. After a failure it is what it was at the latest checkpoint, as are the
 * positions of the inputs, so every segment counts once. If the function throws, what it changed for that segment is
 * taken back.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface State {

    /** Its name, unique in the task; a job that goes on from this one's state finds it by task and name. */
    String value();

    /** How a {@link Total} is made; other kinds of state need none. */
    @SuppressWarnings("rawtypes")
    Class<? extends Aggregate> by() default Aggregate.class;
}
