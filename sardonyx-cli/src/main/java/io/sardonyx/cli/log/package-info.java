/** The commands of {@code log}: show, tail, export, skip, and replay of a file of entries. */
@NullMarked
package io.sardonyx.cli.log;

import org.jspecify.annotations.NullMarked;
