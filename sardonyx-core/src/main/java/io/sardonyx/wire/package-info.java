/**
 * What every wire does alike: the handshake by which processes of a cluster prove that they belong to it, and the order
 * of frames.
 */
@NullMarked
package io.sardonyx.wire;

import org.jspecify.annotations.NullMarked;
