/**
 * What users and connectors write: inputs, outputs, lifecycles, and what functions may ask for.
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
