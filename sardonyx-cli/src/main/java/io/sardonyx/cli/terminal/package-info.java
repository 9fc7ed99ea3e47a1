/** The terminal: progress bar, colours, a screen that is drawn anew, escaping of what is not printable. */
@NullMarked
package io.sardonyx.cli.terminal;

import org.jspecify.annotations.NullMarked;
