/** Configuration of the logging backend, Logback: levels, layout of a log line, throttling. */
@NullMarked
package io.sardonyx.cli.logging;

import org.jspecify.annotations.NullMarked;
