package io.sardonyx.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a command-line option as a setting: it describes an installation rather than one call, so it may also be given
 * by an environment variable or in the configuration file; see {@link Configuration}.
 *
 * <p>Options without it, such as {@code --json} or {@code --at}, can be given on the command line only. Settings of the
 * same name in several commands mean the same thing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Setting {}
