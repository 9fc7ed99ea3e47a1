/**
 * Classes that break a rule each, on purpose: {@code ArchitectureGuardTest} proves by them that the rules can fail.
 *
 * <p>No other test looks here.
 */
package io.sardonyx.it.offenders;
