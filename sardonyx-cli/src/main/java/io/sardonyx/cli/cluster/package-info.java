/** The commands about a cluster: peers, store, top, why, doctor, plan, replica, gc. */
@NullMarked
package io.sardonyx.cli.cluster;

import org.jspecify.annotations.NullMarked;
