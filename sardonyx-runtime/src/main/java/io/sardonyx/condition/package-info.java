/**
 * Flow conditions: to which downstream tasks a segment goes, when that depends on what it is.
 *
 * <p>The one rule: a task without flow conditions pays nothing for them.
 */
@NullMarked
package io.sardonyx.condition;

import org.jspecify.annotations.NullMarked;
