/**
 * Knowing when everything that grew from an input batch is done: the acking of the direct way to carry segments.
 *
 * <pre>
 *   input: open(root, a^b) ──▶ frame a ──▶ task: took a, gave c ──▶ ack a^c ─┐
 *                         └──▶ frame b ──▶ task: took b, gave nothing ─▶ b ──┤
 *                                               frame c ──▶ … ──▶ ack c ─────┴─▶ 0: completed
 * </pre>
 *
 * <p>The one rule: each value is xored in exactly twice, by who gave the frame and by who took it. So the ledger is
 * opened before the first frame leaves, links take each numbered frame once, and every attempt of a root has an id of
 * its own.
 *
 * <p>What is here is data plane: mutable, bounded, owned by one thread, and it allocates nothing per ack.
 */
@NullMarked
package io.sardonyx.flow;

import org.jspecify.annotations.NullMarked;
