/**
 * The work on Hazelcast Jet: one to three members, two or three cooperative threads in all, nothing beyond this
 * machine.
 */
@NullMarked
package io.sardonyx.bench.jet;

import org.jspecify.annotations.NullMarked;
