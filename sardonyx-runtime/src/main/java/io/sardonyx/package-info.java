/**
 * Entry points of the API: {@link io.sardonyx.Cluster} for a cluster inside the program's own JVM,
 * {@link io.sardonyx.Member} for a process that joins a cluster of many.
 */
@NullMarked
package io.sardonyx;

import org.jspecify.annotations.NullMarked;
