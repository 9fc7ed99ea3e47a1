/**
 * Metrics of a process: its counters as meters in any Micrometer registry, and an HTTP endpoint for Prometheus. Nothing
 * is counted here; the engine's own counters are read at a scrape.
 */
@NullMarked
package io.sardonyx.metrics;

import org.jspecify.annotations.NullMarked;
