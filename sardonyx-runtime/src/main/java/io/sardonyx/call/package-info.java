/**
 * Monitoring of calls to user code: their progress, how long they block, and the stack frames where they are stuck.
 * Written by tasks, read by the watchdog.
 */
@NullMarked
package io.sardonyx.call;

import org.jspecify.annotations.NullMarked;
