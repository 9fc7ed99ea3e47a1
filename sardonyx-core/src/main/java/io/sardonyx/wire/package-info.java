/**
 * Protocol parts that all wires share: the handshake by which processes of a cluster authenticate each other, and the
 * codec and sequence check of frames.
 */
@NullMarked
package io.sardonyx.wire;

import org.jspecify.annotations.NullMarked;
