/** Options that several commands share, and the configuration file that may give them. */
@NullMarked
package io.sardonyx.cli.option;

import org.jspecify.annotations.NullMarked;
