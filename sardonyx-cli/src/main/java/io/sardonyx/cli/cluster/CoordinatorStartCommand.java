package io.sardonyx.cli.cluster;

import io.sardonyx.cli.option.Configuration;
import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.cli.option.MetricsOption;
import io.sardonyx.cli.option.Setting;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import io.sardonyx.metrics.MetricsPage;
import io.sardonyx.port.Store;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code coordinator start}: leads a coordinated cluster, or stands by, until a signal. */
@Command(
        name = "start",
        description = {
            "Leads the cluster of a store, or stands by while another one leads, until it is interrupted or",
            "terminated. Start as many as you like: when the leader ends, one of the others goes on."
        },
        sortOptions = false,
        footer = "  $ sardonyx coordinator start --store file:/tmp/cluster",
        exitCodeList = {
            "0:ended when told to, by Ctrl-C or SIGTERM",
            "1:stopped by a fault",
            "2:bad input, or another cluster than expected",
            "3:the store does not answer",
            "130:interrupted before it could give its lease back"
        })
final class CoordinatorStartCommand implements Callable<Integer> {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Setting
    @Option(names = "--cluster", paramLabel = "NAME", description = "The cluster to find; any by default.")
    private @Nullable String cluster;

    @Setting
    @Option(
            names = "--revoke-after",
            paramLabel = "TIME",
            converter = StoreOption.TimeoutConverter.class,
            description = "How long a peer may take to accept an offer, such as 10s or 2m; 30s by default.")
    private Duration revokeAfter = CoordinatorSettings.DEFAULT.revokeAfter();

    @Mixin
    private final MetricsOption metrics = new MetricsOption();

    @Option(names = "--json", description = "Tell what changes as one JSON object a line.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        CoordinatorSettings settings = settings();
        // Fails fast when the store does not answer.
        ReplicaView found = store.read(Long.MAX_VALUE, (entry, change) -> {});
        try (MetricsPage page = metrics.bind();
                Store opened = store.open();
                CoordinatorThread running = new CoordinatorThread(opened, settings, this::tell, end -> {})) {
            // Told when a signal no longer ends the process at once, so that who waits for it may send one.
            Termination.during(
                    () -> {
                        show(page, running);
                        if (!found.replica().cluster().isFounded()) {
                            tell(MemberEvent.unfounded(running.id()));
                        }
                        running.await(FOR_EVER);
                    },
                    () -> end(running, opened));
            return ended(running);
        }
    }

    private void show(@Nullable MetricsPage page, CoordinatorThread running) {
        if (page != null) {
            running.show(page);
            tell(MemberEvent.metrics(page.url()));
        }
    }

    private CoordinatorSettings settings() {
        try {
            CoordinatorSettings usual = CoordinatorSettings.DEFAULT.revokingAfter(revokeAfter);
            return cluster == null ? usual : usual.of(cluster);
        } catch (IllegalArgumentException e) {
            throw new BadInput(Configuration.of(spec).nameOf("--revoke-after") + ": " + e.getMessage(), e);
        }
    }

    /** Gives the lease back after a signal, so that a stand-by leads at once; the exit code. */
    private int end(CoordinatorThread running, Store opened) {
        boolean ended = false;
        try {
            ended = running.end(CoordinatorThread.LEAVING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        opened.close();
        if (!ended) {
            spec.commandLine()
                    .getErr()
                    .println("sardonyx: interrupted before it gave its lease back; the others will notice that it is"
                            + " gone");
        }
        return ended ? 0 : ExitCodes.INTERRUPTED;
    }

    private synchronized void tell(MemberEvent news) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? news.json() : news.text());
        out.flush();
    }

    /** Prints why it has stopped; the exit code. */
    private int ended(CoordinatorThread running) {
        PrintWriter err = spec.commandLine().getErr();
        Throwable failure = running.failure();
        String mismatch = running.mismatch();
        if (failure == null && mismatch != null) {
            err.println("sardonyx: " + store.shown() + ": " + mismatch);
            return 2;
        }
        return ExitCodes.stopped(failure, err);
    }
}
