/**
 * Work that two or three processes do together: what one of them does, how they are started, told to begin and asked,
 * and how soon they go on when one is killed.
 */
@NullMarked
package io.sardonyx.bench.pair;

import org.jspecify.annotations.NullMarked;
