/**
 * Factories of the built-in inputs and outputs, for jobs in Java: {@code Inputs.lines("books/*.txt")}. What they name
 * is in {@code io.sardonyx.connect.provider}.
 */
@NullMarked
package io.sardonyx.connect;

import org.jspecify.annotations.NullMarked;
