/**
 * Results of commands, computed and formatted: diffs of replicas, explanations ({@code why}), the overview
 * ({@code top}), plans, throughput.
 */
@NullMarked
package io.sardonyx.cli.answer;

import org.jspecify.annotations.NullMarked;
