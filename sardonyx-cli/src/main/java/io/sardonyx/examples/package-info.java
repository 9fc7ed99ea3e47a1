/** Functions of the example jobs in the directory {@code examples}, and of the demo. */
@NullMarked
package io.sardonyx.examples;

import org.jspecify.annotations.NullMarked;
