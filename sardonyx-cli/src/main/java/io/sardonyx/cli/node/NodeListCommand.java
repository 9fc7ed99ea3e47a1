package io.sardonyx.cli.node;

import io.sardonyx.answer.Phrases;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.TextStyle;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code node list}: lists the nodes, who leads, who holds what, and what looks wrong. */
@Command(
        name = "list",
        description = {
            "Lists the nodes of a store, who leads and how many partitions each holds; and what looks wrong:",
            "partitions that failed or that nobody takes over, wall clocks apart, documents that cannot be read."
        },
        footer = "  $ sardonyx node list --store file:/tmp/shared",
        exitCodeList = {"0:done", "2:bad input", "3:the store does not answer"})
final class NodeListCommand extends NodeStoreCommand {

    @Mixin
    private final LongOption length = new LongOption();

    @Override
    int run(NodeClient client) {
        NodeOverview overview = NodeOverview.read(client, System.currentTimeMillis());
        json.print(length, overview::write, out -> print(overview, out));
        return 0;
    }

    private void print(NodeOverview overview, PrintWriter out) {
        TextStyle style = TextStyle.of(spec);
        for (NodeOverview.Node node : overview.nodes()) {
            out.println("node " + style.strong(plain(node.token())) + ", " + Phrases.count(node.workers(), "worker")
                    + ", holds " + Phrases.count(node.held(), "partition")
                    + (node.leads() ? ", leads" : "")
                    + (node.listed() ? "" : ", not listed"));
        }
        if (overview.nodes().isEmpty()) {
            out.println("no node is listed; sardonyx node start --store " + store.shown() + " starts one");
        }
        overview.findings().forEach(finding -> out.println(style.alarming("  ") + plain(finding)));
    }
}
