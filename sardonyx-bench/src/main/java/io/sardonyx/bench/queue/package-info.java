/**
 * Queued delivery over Artemis beside a chain of core clients written by hand: throughput, latency, and few peers.
 *
 * <pre>
 *   QueueBenchmarks ── QueueRace ──▶ ServerProcess   the broker, durable
 *                               ╰──▶ ServerProcess   a QueueCell for each QueueContender, which take turns
 * </pre>
 */
@NullMarked
package io.sardonyx.bench.queue;

import org.jspecify.annotations.NullMarked;
