/**
 * What commands answer, computed and printed: differences, explanations ({@code why}), the overview ({@code top}),
 * plans, rates.
 */
@NullMarked
package io.sardonyx.cli.answer;

import org.jspecify.annotations.NullMarked;
