package io.sardonyx.testkit.generate;

/**
 * What breaks a property.
 *
 * @param seed the run that failed; as {@code -Dsardonyx.seed} it is the first that is tried
 * @param run how many runs held before
 * @param original the value as it was found
 * @param shrunk the smallest value found that fails likewise
 * @param cause how the shrunk value fails
 * @param attempts how many smaller values were tried
 */
public record Counterexample<T>(long seed, int run, T original, T shrunk, Throwable cause, int attempts) {}
