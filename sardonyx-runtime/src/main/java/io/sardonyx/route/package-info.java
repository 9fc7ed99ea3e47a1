/**
 * Where a segment goes behind a task, when that depends on what it is.
 *
 * <p>The one rule: without flow conditions nobody pays for them.
 */
@NullMarked
package io.sardonyx.route;

import org.jspecify.annotations.NullMarked;
