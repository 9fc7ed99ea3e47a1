/**
 * Built-in inputs and outputs; jobs refer to them through {@code Inputs} and {@code Outputs}, or by the names of their
 * providers.
 *
 * <pre>
 *   items, provided, generator ─┐                        ┌─▶ null, stdout, callback
 *   lines, json-lines, csv     ─┼─▶ Partition.poll … write ─▶ files: part.tmp + part.settled ─▶ part
 *   stdin                      ─┘
 * </pre>
 *
 * <p>The one rule: a position is where another reader would resume, and settled means that a successor would find it
 * there.
 */
@NullMarked
package io.sardonyx.connect.provider;

import org.jspecify.annotations.NullMarked;
