/**
 * The work that all engines are given: what is made, what is done to it, and what must come out. The functions are
 * public and static, so that an engine can take them by reference or by name.
 */
@NullMarked
package io.sardonyx.bench.work;

import org.jspecify.annotations.NullMarked;
