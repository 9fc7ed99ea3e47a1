/**
 * Explicit-state search over the real steps and duties: every order of reading, appending, crashing and expiring that a
 * small world allows.
 *
 * <pre>
 *   model (who is there, what is healthy) ─▶ Explorer ─▶ ExplorationReport (states, edges, the shortest failure)
 *                                               │
 *                                            FoldCache: the real code, asked once per distinct question
 * </pre>
 *
 * <p>Because steps and duties are pure, equal questions have equal answers; the
 * {@link io.sardonyx.testkit.explore.FoldCache} remembers them and the search itself only shuffles small integers. The
 * one rule: nothing of the protocol is modelled here, only the world around it.
 */
@NullMarked
package io.sardonyx.testkit.explore;

import org.jspecify.annotations.NullMarked;
