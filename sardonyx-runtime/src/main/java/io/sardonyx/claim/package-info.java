/**
 * Nodes: processes that share the partitions of jobs by leases, through documents of a store alone. There is neither a
 * log nor a ring, and no node talks to another.
 *
 * <pre>
 *   leader      lock of the leader            NodeLoop ── polls all documents, advertises itself, claims
 *   nodes       list of nodes                    │
 *   index       jobs and how they ended          ├─ HeldPartition ── renews, with the settled position ──▶ work/JOB/…
 *   jobs/…      contents of jobs                 │        └─ JobCopy ── the whole graph for one partition
 *   work/…      partitions: lock, task, state    ├─ NodeElection ── contends for the leader's lock
 *   locks/…     locks and permits                └─ LeaderRounds ── lists inputs, creates and removes work/JOB/…
 *                                                         └─ ClaimSweeper ── finds what nobody needs any more
 * </pre>
 *
 * <p>The one rule: the document of a partition is its lock, its progress and its state in one. Every renewal is a
 * compare-and-set that carries the fence and the settled position, so who has lost the lease can write none of them.
 */
@NullMarked
package io.sardonyx.claim;

import org.jspecify.annotations.NullMarked;
