/** The functions of the jobs in the directory {@code examples}. */
@NullMarked
package io.sardonyx.examples;

import org.jspecify.annotations.NullMarked;
