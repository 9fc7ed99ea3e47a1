/** Types of segments between tasks: what a task declares to return is compared with what the next one takes. */
@NullMarked
package io.sardonyx.function.type;

import org.jspecify.annotations.NullMarked;
