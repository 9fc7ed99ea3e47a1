/** The command {@code demo}: a cluster in this terminal that is struck by crashes and told of line by line. */
@NullMarked
package io.sardonyx.cli.demo;

import org.jspecify.annotations.NullMarked;
