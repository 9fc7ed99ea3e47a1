/**
 * Explicit-state model checking of the production steps and duties: every order of reads, appends, crashes and session
 * expiries of a small model.
 *
 * <pre>
 *   model (actors, what is healthy)      ─▶ Explorer ─▶ ExplorationReport (states, edges, the shortest failure)
 *                                               │
 *                                            FoldCache: the production code, each distinct call made once
 * </pre>
 *
 * <p>Because steps and duties are pure functions, their results can be cached; the
 * {@link io.sardonyx.testkit.explore.FoldCache} does, and the search itself handles only small integers. The one rule:
 * nothing of the protocol is modelled here, only its environment.
 */
@NullMarked
package io.sardonyx.testkit.explore;

import org.jspecify.annotations.NullMarked;
