package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.MetricsOption;
import io.sardonyx.cli.option.SecretsOption;
import io.sardonyx.cli.option.Setting;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.json.BadInput;
import io.sardonyx.metrics.MetricsPage;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code node start}: claims partitions of jobs and works on them, until a signal. */
@Command(
        name = "start",
        description = {
            "Claims partitions of the jobs in a store and works on them, until it is interrupted or terminated.",
            "Nodes need no network between each other: start as many as you like, where the store can be reached."
        },
        sortOptions = false,
        footer = "  $ sardonyx node start --store file:/tmp/shared --workers 5",
        exitCodeList = {
            "0:gave everything back when told to end, by Ctrl-C or SIGTERM",
            "1:stopped by a fault",
            "2:bad input",
            "3:the store does not answer",
            "130:interrupted before it could give its partitions back"
        })
final class NodeStartCommand implements Callable<Integer> {

    /** Timeout of giving partitions back after a signal. */
    private static final Duration LEAVING = Duration.ofSeconds(15);

    /** Time between two looks at the node, to tell what has changed. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Setting
    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Partitions that it works on at a time (${DEFAULT-VALUE}).")
    private int workers = 1;

    @Setting
    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = StoreOption.TimeoutConverter.class,
            description = "For how long the partitions of a node that has died stay with it; 10s by default.")
    private Duration lease = NodeSettings.DEFAULT_LEASE;

    @Setting
    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "How often a partition may fail before it is left alone (${DEFAULT-VALUE}).")
    private int attempts = NodeSettings.DEFAULT_ATTEMPTS;

    @Mixin
    private final MetricsOption metrics = new MetricsOption();

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Mixin
    private final SecretsOption secrets = new SecretsOption();

    @Option(names = "--json", description = "Tell what changes as one JSON object a line.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException, IOException {
        NodeSettings settings = settings();
        Secrets allowed = secrets.allowed();
        try (FunctionLoader found = functions.forAnyJob();
                MetricsPage page = metrics.bind();
                Store opened = store.open()) {
            // Fails fast when the store does not answer, or the documents of nodes cannot be read.
            new NodeClient(opened.documents(), store.timeout(), InstantSource.system()).index();
            int threads = Runtime.getRuntime().availableProcessors();
            try (var node = new NodeProcess(opened, settings, found, allowed, threads, state -> {})) {
                // Told when a signal no longer ends the process at once, so that who waits for it may send one.
                Termination.during(
                        () -> {
                            tell(NodeEvent.started(settings.token(), settings.workers()));
                            show(page, node);
                            watch(node);
                        },
                        () -> leave(node, opened));
                return ExitCodes.stopped(node.failure(), spec.commandLine().getErr());
            }
        }
    }

    private NodeSettings settings() {
        try {
            return new NodeSettings(UUID.randomUUID().toString(), workers, lease, attempts, InstantSource.system());
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()), e);
        }
    }

    private void show(@Nullable MetricsPage page, NodeProcess node) {
        if (page != null) {
            NodeMetrics.show(page, node);
            tell(NodeEvent.metrics(page.url()));
        }
    }

    /** Tells what changes; on this thread, so that standard output cannot hold up the node. */
    private void watch(NodeProcess node) throws InterruptedException {
        var changes = new NodeChanges(this::tell);
        do {
            changes.look(node.state());
        } while (!node.await(BETWEEN_LOOKS));
    }

    /** Gives the partitions back after a signal, so that other nodes go on with them at once; the exit code. */
    private int leave(NodeProcess node, Store opened) {
        boolean left = false;
        try {
            left = node.leave(LEAVING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        node.close();
        opened.close();
        if (left) {
            tell(NodeEvent.left());
        } else {
            PrintWriter err = spec.commandLine().getErr();
            err.println("sardonyx: interrupted before it gave its partitions back; other nodes take them over when"
                    + " their leases have expired");
            err.flush();
        }
        return left ? 0 : ExitCodes.INTERRUPTED;
    }

    private synchronized void tell(NodeEvent news) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? news.json() : news.text());
        out.flush();
    }
}
