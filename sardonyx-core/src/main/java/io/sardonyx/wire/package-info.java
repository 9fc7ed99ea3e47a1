/**
 * Parts that all wires share: the handshake by which processes of a cluster authenticate each other, the codec and
 * sequence check of frames, addresses, and the listeners of a wire.
 */
@NullMarked
package io.sardonyx.wire;

import org.jspecify.annotations.NullMarked;
