/**
 * Client API of a cluster: submit jobs, kill them, wait for them, observe.
 *
 * <pre>
 *   try (Client client = Client.connect("zookeeper://localhost:2181/orders")) {
 *       client.submit(job);
 *       Outcome outcome = client.await(job.id(), Duration.ofMinutes(5));
 *   }
 * </pre>
 *
 * <p>A client follows the log like any process but is no member, so it may connect and disconnect at any time. The one
 * rule: it answers only with what it has read back from the log.
 */
@NullMarked
package io.sardonyx.client;

import org.jspecify.annotations.NullMarked;
