/**
 * Queued delivery over Artemis beside a chain of core clients written by hand: throughput, latency, and few peers.
 *
 * <pre>
 *   QueueBenchmarks ──▶ BrokerProcess         the broker, durable, a process of its own
 *                  ╰──▶ CellProcess ──▶ QueueCell with a QueueContender, a process for each
 * </pre>
 */
@NullMarked
package io.sardonyx.bench.queue;

import org.jspecify.annotations.NullMarked;
