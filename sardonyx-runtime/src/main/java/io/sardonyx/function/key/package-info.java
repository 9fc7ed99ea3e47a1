/** Keys of segments: fields or functions by which segments are grouped. */
@NullMarked
package io.sardonyx.function.key;

import org.jspecify.annotations.NullMarked;
