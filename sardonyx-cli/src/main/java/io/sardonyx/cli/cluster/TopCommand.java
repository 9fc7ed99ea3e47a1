package io.sardonyx.cli.cluster;

import io.sardonyx.answer.ClusterOverview;
import io.sardonyx.answer.NodeMonitor;
import io.sardonyx.answer.NodeOverview;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.cli.log.LatestEntries;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.Screen;
import io.sardonyx.cli.terminal.Terminal;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.NoCluster;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.ClusterMonitor;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.OneLine;
import io.sardonyx.port.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code top}: a live view of groups, jobs, links and the latest log entries. */
@Command(
        name = "top",
        description = "Shows groups, jobs, links and the latest entries of a cluster, and nodes, again and again.",
        sortOptions = false,
        footer = {
            "  $ sardonyx top --store file:/tmp/cluster",
            "",
            "On a terminal it fills the screen until it is interrupted; in a pipe it prints all lines for each look."
        },
        exitCodeList = {
            "0:done, or nobody reads any more",
            "1:an entry cannot be read",
            "2:bad input",
            "3:the store does not answer at the start",
            "130:interrupted"
        })
public final class TopCommand extends ClusterCommand {

    /** Timeout of requests to the store, shorter than usual, so that the view does not freeze. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final int LONGEST = 3_600;
    private static final int TEXT = 300;
    private static final int LINE = 4_000;

    @Option(names = "--every", paramLabel = "N", description = "Seconds between two looks (${DEFAULT-VALUE}).")
    private int seconds = 1;

    @Option(names = "--once", description = "Look once.")
    private boolean once;

    @Mixin
    private final LongOption length = new LongOption();

    @Override
    public Integer call() throws InterruptedException {
        if (seconds < 1 || seconds > LONGEST) {
            throw new BadInput("--every is between 1 and " + LONGEST + ", not " + seconds);
        }
        boolean clustered = isClustered();
        var entries = new LatestEntries(TextStyle.of(spec));
        try (Store opened = store.open();
                AdminClient client = AdminClient.over(opened, PATIENCE);
                Screen screen = screen()) {
            client.listen(entries);
            var monitor = new ClusterMonitor(client, opened);
            var nodes = new NodeMonitor(new NodeClient(opened.documents(), PATIENCE, InstantSource.system()));
            Supplier<Look> looking = () -> new Look(
                    clustered ? ClusterOverview.of(monitor.look(), System.currentTimeMillis()) : null, nodes.look());
            Look first = looking.get();
            if (clustered) {
                store.read(Long.MAX_VALUE, entries); // after the listener is registered, so that no entry is missed
            }
            boolean drawn = !json.isGiven() && !once && Terminal.ofOutput().isPresent();
            watch(looking, first, (look, trouble) -> {
                if (drawn) {
                    List<String> lines =
                            lines(look, trouble, entries, screen.terminal().rows());
                    screen.draw(lines.stream().map(length::ids).toList());
                } else {
                    print(look, trouble, entries);
                }
            });
        }
        return 0;
    }

    /** Whether there is a cluster; nodes need none. */
    private boolean isClustered() {
        try {
            store.founded(Long.MAX_VALUE);
            return true;
        } catch (NoCluster e) {
            try (Store opened = store.open()) {
                var client = new NodeClient(opened.documents(), store.timeout(), InstantSource.system());
                if (NodeOverview.read(client, System.currentTimeMillis()).isEmpty()) {
                    throw e;
                }
                return false;
            }
        }
    }

    /** What a look has found: a cluster, if there is one, and nodes, if there are some. */
    private record Look(@Nullable ClusterOverview cluster, NodeOverview nodes) {}

    private Screen screen() {
        return new Screen(spec.commandLine().getOut(), Terminal.watched(Terminal::ofOutput), Screen.Kind.WHOLE);
    }

    /** Displays the last look, with an error message if it is stale. */
    private interface View {
        void show(Look look, @Nullable String trouble);
    }

    /** Refreshes the view until output breaks; keeps the last look while the store does not answer. */
    private void watch(Supplier<Look> looking, Look first, View view) throws InterruptedException {
        view.show(first, null);
        Look last = first;
        while (!once && !spec.commandLine().getOut().checkError()) {
            awaitNextLook();
            String trouble = null;
            try {
                last = looking.get();
            } catch (StoreUnreachable e) {
                trouble = OneLine.of(String.valueOf(e.getMessage()), TEXT);
            }
            view.show(last, trouble);
        }
    }

    /** Waits for the refresh period: there is no event to wait for, since rates change all the time. */
    private void awaitNextLook() throws InterruptedException {
        long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void print(Look look, @Nullable String trouble, LatestEntries entries) {
        json.print(
                line -> {
                    if (trouble != null) {
                        line.text("unanswered", trouble);
                    }
                    if (look.cluster != null) {
                        look.cluster.write(line);
                    }
                    line.beginUnlessEmpty("claimed");
                    if (!look.nodes.isEmpty()) {
                        look.nodes.write(line);
                    }
                    line.end();
                },
                out -> {
                    lines(look, trouble, entries, Integer.MAX_VALUE)
                            .forEach(line -> out.println(Screen.cut(length.line(line), LINE)));
                    out.println();
                });
    }

    private List<String> lines(Look look, @Nullable String trouble, LatestEntries entries, int rows) {
        TextStyle style = TextStyle.of(spec);
        var lines = new ArrayList<String>();
        if (trouble != null) {
            lines.add(style.alarming("the store does not answer; this is what it said last") + " (" + trouble + ")");
        }
        int left = rows - lines.size();
        List<String> nodes = look.nodes.isEmpty()
                ? List.of()
                : new NodeText(look.nodes, style).lines(look.cluster == null ? left : left / 2);
        if (look.cluster != null) {
            lines.addAll(new OverviewText(look.cluster, style).lines(entries.lines(), left - nodes.size()));
        }
        lines.addAll(nodes);
        return lines;
    }
}
