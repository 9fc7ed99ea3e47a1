/**
 * Calls of users' code: how far they are, how long they wait, and where they are stuck; told by tasks, read by the
 * watchdog.
 */
@NullMarked
package io.sardonyx.call;

import org.jspecify.annotations.NullMarked;
