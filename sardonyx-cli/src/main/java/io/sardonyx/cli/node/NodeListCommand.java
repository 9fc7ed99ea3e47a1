package io.sardonyx.cli.node;

import io.sardonyx.answer.NodeOverview;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.cli.cluster.NodeText;
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
            "partitions that failed or that nobody takes over, jobs that nobody can run, wall clocks apart, documents",
            "that cannot be read. The command doctor says the same, by its exit code too."
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
        var text = new NodeText(overview, TextStyle.of(spec));
        text.nodes().forEach(out::println);
        if (overview.nodes().isEmpty()) {
            out.println("no node is listed; sardonyx node start --store " + store.shown() + " starts one");
        }
        text.findings("  ").forEach(out::println);
    }
}
