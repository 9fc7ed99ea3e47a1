package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeCounters;
import io.sardonyx.claim.NodeProcess;
import io.sardonyx.metrics.MetricsPage;

/** Metrics of a node, in the page that {@code --metrics} of {@code node start} serves. */
final class NodeMetrics {

    private static final String CALLS = "sardonyx.node.store.calls";
    private static final String OF_CALLS = "Requests to the store";
    private static final String CALL = "call";

    private NodeMetrics() {}

    static void show(MetricsPage page, NodeProcess node) {
        page.show(
                "sardonyx.node.leads",
                "Whether this node leads",
                () -> node.state().leads() ? 1 : 0);
        page.show(
                "sardonyx.node.partitions",
                "Partitions that this node holds",
                () -> node.state().held().size());
        page.show(
                "sardonyx.node.unfit",
                "Jobs that cannot run in this node",
                () -> node.state().unfit().size());
        page.show(
                "sardonyx.node.store.away",
                "Whether the store cannot be read or written",
                () -> node.state().trouble() == null ? 0 : 1);
        count(page, node.counters());
    }

    private static void count(MetricsPage page, NodeCounters node) {
        page.show("sardonyx.node.failed", "Partitions of all nodes that are left alone", node::failed);
        page.count("sardonyx.node.claims", "Partitions that this node has claimed", node::claims);
        page.count("sardonyx.node.renewals", "Renewals of their leases", node::renewals);
        page.count("sardonyx.node.leases.lost", "Leases that ended before they were renewed", node::lost);
        page.count(CALLS, OF_CALLS, node::reads, CALL, "read");
        page.count(CALLS, OF_CALLS, node::lists, CALL, "list");
        page.count(CALLS, OF_CALLS, node::writes, CALL, "write");
        page.count(CALLS, OF_CALLS, node::deletes, CALL, "delete");
    }
}
