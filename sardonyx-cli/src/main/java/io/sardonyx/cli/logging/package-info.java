/** The logging backend: levels and the form of a log line. */
@NullMarked
package io.sardonyx.cli.logging;

import org.jspecify.annotations.NullMarked;
