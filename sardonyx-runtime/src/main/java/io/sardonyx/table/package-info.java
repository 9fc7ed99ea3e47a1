/**
 * Tables on the heap that hold the keyed state of tasks: rows with a generation each, changed in place, written to
 * checkpoints a slice at a time, and taken back to the latest checkpoint by undo logs.
 *
 * <pre>{@code
 * TaskTables: what a task sees of its state, wherever rows are
 * StateTables ── one table for each state of a task
 *   StateTable ── 256 ranges of 16 key groups
 *     TableRange ── rows and their index; dirty rows and undo log of each generation
 * }</pre>
 *
 * <p>The one rule: a row of a frozen generation is written before it changes. A table belongs to the thread of its
 * task's turn.
 */
@NullMarked
package io.sardonyx.table;

import org.jspecify.annotations.NullMarked;
