/**
 * How things move: {@link io.sardonyx.loop.Loop loops} get turns, and what arrives from other threads waits in a
 * {@link io.sardonyx.loop.Mailbox} for the next one.
 *
 * <p>The one rule: whatever belongs to a loop is touched in its turns only.
 */
@NullMarked
package io.sardonyx.loop;

import org.jspecify.annotations.NullMarked;
