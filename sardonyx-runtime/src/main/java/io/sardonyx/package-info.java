/**
 * Where programs begin: with {@link io.sardonyx.Cluster} those that want one of their own, with
 * {@link io.sardonyx.Member} those that join one of many processes.
 */
@NullMarked
package io.sardonyx;

import org.jspecify.annotations.NullMarked;
