/**
 * Event loops and their threads: a {@link io.sardonyx.loop.Loop} is run in turns, and callbacks from other threads wait
 * in its {@link io.sardonyx.loop.Mailbox} for the next turn.
 *
 * <p>The one rule: the state of a loop is touched in its turns only.
 */
@NullMarked
package io.sardonyx.loop;

import org.jspecify.annotations.NullMarked;
