/** The work on Hazelcast Jet: one member or two, two cooperative threads in all, nothing beyond this machine. */
@NullMarked
package io.sardonyx.bench.jet;

import org.jspecify.annotations.NullMarked;
