/** The work on Hazelcast Jet: one member, two cooperative threads, nothing that reaches beyond this machine. */
@NullMarked
package io.sardonyx.bench.jet;

import org.jspecify.annotations.NullMarked;
