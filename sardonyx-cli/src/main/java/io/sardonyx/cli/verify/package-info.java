/**
 * Commands that verify the protocol: {@code check} explores all interleavings, {@code sim} simulates faults from seeds.
 */
@NullMarked
package io.sardonyx.cli.verify;

import org.jspecify.annotations.NullMarked;
