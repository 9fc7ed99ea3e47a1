/**
 * User code: functions that jobs name, found in the jars of this process and nowhere else.
 *
 * <p>The one rule: a name in a job never reaches a class that the operator has not allowed.
 */
@NullMarked
package io.sardonyx.function;

import org.jspecify.annotations.NullMarked;
