package io.sardonyx.testkit.generate;

/**
 * Counterexample of a property, as found and as shrunk.
 *
 * @param seed of the failing run; {@code -Dsardonyx.seed} with it reproduces the failure in the first run
 * @param run how many runs passed before
 * @param original the value as it was found
 * @param shrunk the smallest value found that fails in the same way
 * @param cause the failure of the shrunk value
 * @param attempts how many values were tried while shrinking
 */
public record Counterexample<T>(long seed, int run, T original, T shrunk, Throwable cause, int attempts) {}
