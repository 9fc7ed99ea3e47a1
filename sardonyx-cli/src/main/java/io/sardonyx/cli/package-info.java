/** The program: reads arguments, assembles, runs, and turns the outcome into an exit code. */
@NullMarked
package io.sardonyx.cli;

import org.jspecify.annotations.NullMarked;
