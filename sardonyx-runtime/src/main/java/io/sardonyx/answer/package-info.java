/**
 * Answers to an operator's questions, as values computed from replicas and reports: differences, explanations
 * ({@code why}), the overview ({@code top}), plans, findings ({@code doctor}), throughput.
 *
 * <p>Nothing here reads a clock, a log or a terminal: the caller brings replica, reports and time, and prints.
 */
@NullMarked
package io.sardonyx.answer;

import org.jspecify.annotations.NullMarked;
