/**
 * Queued delivery: the registry of message brokers, and the broker in memory for jobs that run in one process.
 *
 * <pre>
 *   MemorySession ─▶ MemoryQueues (lock, timer) ─▶ QueueState ─▶ StoredMessage ─▶ MessageBody
 *                                                                     heap, then temporary files: MessageBodies
 * </pre>
 *
 * <p>The one rule: the broker alone decides who has which message.
 */
@NullMarked
package io.sardonyx.queue;

import org.jspecify.annotations.NullMarked;
