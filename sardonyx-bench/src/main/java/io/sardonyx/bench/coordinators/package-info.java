/**
 * What a coordinator costs and how fast another one takes over: every figure beside what it must reach.
 *
 * <pre>
 *   CoordinatorBenchmarks ── TakeOvers ──▶ Program  ZooKeeper, a broker and coordinators, killed and told to end
 *                        ├── FirstBatches           from an offer to the first segment
 *                        ├── ManyPeers              from submission until all peers are active
 *                        └── LateStandBy            a coordinator that has all events still to read
 * </pre>
 */
@NullMarked
package io.sardonyx.bench.coordinators;

import org.jspecify.annotations.NullMarked;
