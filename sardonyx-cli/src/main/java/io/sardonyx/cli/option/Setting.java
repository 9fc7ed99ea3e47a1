package io.sardonyx.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an option that describes an installation rather than one call, so that it may also be given by a variable or in
 * the configuration file; see {@link Configuration}.
 *
 * <p>Options without it, such as {@code --json} or {@code --at}, can be given on the command line only. Two settings of
 * one name mean the same thing wherever they are.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Setting {}
