/** Seeded generators, the explorer and what else tests of a masterless cluster need. */
@NullMarked
package io.sardonyx.testkit;

import org.jspecify.annotations.NullMarked;
