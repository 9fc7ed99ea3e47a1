/**
 * The bridge between a group and the tasks of its peers: {@link io.sardonyx.engine.GroupEngine} makes task loops of
 * what the replica wants, and log entries of what these report.
 */
@NullMarked
package io.sardonyx.engine;

import org.jspecify.annotations.NullMarked;
