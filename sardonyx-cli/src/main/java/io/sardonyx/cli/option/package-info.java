/**
 * Command-line options that several commands share, their defaults from environment and configuration file, exit codes.
 */
@NullMarked
package io.sardonyx.cli.option;

import org.jspecify.annotations.NullMarked;
