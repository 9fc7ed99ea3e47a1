/**
 * The bridge between a group and the tasks of its peers: {@link io.sardonyx.engine.GroupEngine} starts and stops task
 * loops as the replica demands, and turns the events they report into log commands.
 */
@NullMarked
package io.sardonyx.engine;

import org.jspecify.annotations.NullMarked;
