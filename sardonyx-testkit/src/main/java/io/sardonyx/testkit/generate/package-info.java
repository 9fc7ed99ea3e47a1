/**
 * Property-based testing: generators of random values from a seed, and shrinking of counterexamples.
 *
 * <pre>
 *   seed ─▶ Choices ─▶ Gen ─▶ value ─▶ check ──fails──▶ shorter choices ─▶ Gen ─▶ smaller value ─▶ check …
 * </pre>
 *
 * <p>A {@link io.sardonyx.testkit.generate.Gen} takes all its randomness from
 * {@link io.sardonyx.testkit.generate.Choices}, a recorded sequence of small numbers. Shrinking works on that sequence,
 * never on values: so every generator, also a user's own, shrinks without further code, and only to values that it
 * could have generated. The one rule: a smaller choice means a simpler value.
 *
 * <p>For clusters there are {@link io.sardonyx.testkit.generate.AnyJob jobs},
 * {@link io.sardonyx.testkit.generate.AnyCommand commands}, {@link io.sardonyx.testkit.generate.AnyHistory histories}
 * and {@link io.sardonyx.testkit.generate.AnyScenario scheduler scenarios}.
 */
@NullMarked
package io.sardonyx.testkit.generate;

import org.jspecify.annotations.NullMarked;
