package io.sardonyx.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how a component of a record was called before, so that state which was stored then is read into it.
 *
 * <pre>{@code
 * record Alert(String card, @Was("cents") long amount) {}
 * }</pre>
 *
 * <p>It counts only where the stored record has no component of the present name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Was {

    /** The former names. */
    String[] value();
}
