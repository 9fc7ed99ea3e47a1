/**
 * Terminal output: progress bar, colours, a screen that is redrawn in place, escaping of unprintable characters,
 * shutdown.
 */
@NullMarked
package io.sardonyx.cli.terminal;

import org.jspecify.annotations.NullMarked;
