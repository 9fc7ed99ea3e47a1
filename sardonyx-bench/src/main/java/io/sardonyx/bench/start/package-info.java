/** What it costs to start: the program until its first line, an idle process, a job in a warm one. */
@NullMarked
package io.sardonyx.bench.start;

import org.jspecify.annotations.NullMarked;
