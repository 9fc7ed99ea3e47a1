/**
 * Value types: ids, sites, and the assignment of a peer to a task. Immutable, with a total order where they are keys.
 */
@NullMarked
package io.sardonyx.value;

import org.jspecify.annotations.NullMarked;
