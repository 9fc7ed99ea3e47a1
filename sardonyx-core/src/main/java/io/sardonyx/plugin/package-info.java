/**
 * Plugin API, which users and connectors implement: inputs, outputs, lifecycles, and parameters of functions.
 *
 * <pre>
 *   Input ──partitions──▶ Partition.poll ─▶ … functions … ─▶ Output.write ─▶ settled ─▶ the root is done
 * </pre>
 *
 * <p>The one rule: an instance belongs to one task of one peer and is called by one thread at a time.
 */
@NullMarked
package io.sardonyx.plugin;

import org.jspecify.annotations.NullMarked;
