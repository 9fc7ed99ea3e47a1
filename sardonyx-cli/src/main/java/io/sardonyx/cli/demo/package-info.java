/** The command {@code demo}: a local cluster with a crash and recovery, shown on a terminal or as lines. */
@NullMarked
package io.sardonyx.cli.demo;

import org.jspecify.annotations.NullMarked;
