/** Values of the core as JSON that an operator can read, and back. */
@NullMarked
package io.sardonyx.codec;

import org.jspecify.annotations.NullMarked;
