/**
 * User code: functions that jobs name, found in the jars of this process, or on the class path of the program that the
 * engine is part of, and made callable.
 *
 * <pre>
 *   Call ─FunctionLoader─▶ Method ─MethodRole─▶ MethodSignature ─Binder─▶ SegmentFunction, KeyFunction, Lifecycle, …
 * </pre>
 *
 * <p>{@link io.sardonyx.function.FunctionCheck} looks at all methods of a job before it runs, and {@code TypeCheck} at
 * whether what one gives is what the next one takes.
 *
 * <p>The one rule: a name in a job never reaches a class that the operator has not allowed.
 */
@NullMarked
package io.sardonyx.function;

import org.jspecify.annotations.NullMarked;
