/** The command-line program: parses arguments, executes a command, and returns its exit code. */
@NullMarked
package io.sardonyx.cli;

import org.jspecify.annotations.NullMarked;
