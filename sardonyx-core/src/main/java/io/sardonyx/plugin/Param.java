package io.sardonyx.plugin;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An argument of a function, behind the segment, that is the same for all segments: a parameter of the job, or else
 * what a lifecycle or the process provides under that name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Param {

    /** Its name in the job. */
    String value();
}
