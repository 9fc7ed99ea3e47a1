/**
 * What comes with the engine to read from and to write to; jobs name these by what {@code Inputs} and {@code Outputs}
 * give.
 *
 * <pre>
 *   items, provided, generator ─┐                        ┌─▶ null, stdout, callback
 *   lines, json-lines, csv     ─┼─▶ Partition.poll … write ─▶ files: part.tmp + part.settled ─▶ part
 *   stdin                      ─┘
 * </pre>
 *
 * <p>The one rule: a position says where another reader would go on, and settled means that it would be found there.
 */
@NullMarked
package io.sardonyx.connect;

import org.jspecify.annotations.NullMarked;
