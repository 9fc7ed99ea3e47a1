/**
 * Administration of a cluster, for our own tools: the raw replica, appending of any command, health checks, repair of
 * the log. Not exported to users, since it hands out the insides of the engine.
 *
 * <pre>
 *   AdminClient admin = AdminClient.of(client);
 *   Replica replica = admin.founded().replica();
 * </pre>
 *
 * <p>{@link io.sardonyx.client.admin.AdminClient} is what every {@link io.sardonyx.client.Client} is inside.
 */
@NullMarked
package io.sardonyx.client.admin;

import org.jspecify.annotations.NullMarked;
