/**
 * How a process does, for those who watch many: its counters in any Micrometer registry, and as a page that Prometheus
 * reads. Nothing is counted here; what the engine counts anyway is read when somebody asks.
 */
@NullMarked
package io.sardonyx.metrics;

import org.jspecify.annotations.NullMarked;
