/**
 * Acknowledgement for direct delivery: detects when all descendants of an input batch are processed.
 *
 * <pre>
 *   input: open(root, a^b) ──▶ frame a ──▶ task: took a, gave c ──▶ ack a^c ─┐
 *                         └──▶ frame b ──▶ task: took b, gave nothing ─▶ b ──┤
 *                                               frame c ──▶ … ──▶ ack c ─────┴─▶ 0: completed
 * </pre>
 *
 * <p>The one rule: each value is xored in exactly twice, by the sender and by the receiver of the frame. So a root is
 * opened before its first frame is sent, links accept each numbered frame once, and every attempt of a root has an id
 * of its own.
 *
 * <p>These classes belong to the data plane: mutable, bounded, confined to one thread, and without allocation per ack.
 */
@NullMarked
package io.sardonyx.flow;

import org.jspecify.annotations.NullMarked;
