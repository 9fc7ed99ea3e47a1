package io.sardonyx.plugin;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a function's argument after the segment as a parameter that is the same for all segments: a parameter of the
 * job, or else a resource that a lifecycle or the process provides under that name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Param {

    /** Its name in the job. */
    String value();
}
