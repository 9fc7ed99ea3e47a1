/**
 * Keyed state of functions: what a task keeps for each key, exactly once whatever fails. A function takes it as further
 * arguments, {@code @State("spent") Value<Long> spent}; checkpoints store it and bring it back.
 */
@NullMarked
package io.sardonyx.state;

import org.jspecify.annotations.NullMarked;
