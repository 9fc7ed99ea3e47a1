package io.sardonyx.cli;

import io.sardonyx.codec.BadInput;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.group.Settings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGeneratorFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Takes part in a cluster. */
@Command(
        name = "peers",
        description = "Takes part in a cluster.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = PeersCommand.Start.class,
        synopsisSubcommandLabel = "COMMAND")
final class PeersCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    /** Runs a group of peers until it is told to stop. */
    @Command(
            name = "start",
            description =
                    "Joins the cluster of a store with some peers, and stays until it is interrupted or terminated.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            sortOptions = false,
            footerHeading = "%nExample:%n",
            footer = "  $ sardonyx peers start --store file:/tmp/cluster --peers 2",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:left when told to",
                "1:stopped by a fault",
                "2:bad input, or another cluster than expected",
                "3:the store does not answer"
            })
    static final class Start implements Callable<Integer> {

        private static final Duration LEAVING = Duration.ofSeconds(10);
        private static final Duration FOR_EVER = Duration.ofDays(36_500);

        @Spec
        private CommandSpec spec;

        @Mixin
        private final StoreOption store = new StoreOption();

        @Option(names = "--peers", paramLabel = "N", description = "Virtual peers to offer (${DEFAULT-VALUE}).")
        private int peers = 1;

        @Option(names = "--tags", paramLabel = "TAG", split = ",", description = "What these peers can do.")
        private List<String> tags = List.of();

        @Option(
                names = "--cluster",
                paramLabel = "NAME",
                description = "The cluster to found or find (${DEFAULT-VALUE}).")
        private String cluster = "sardonyx";

        @Option(names = "--job-scheduler", description = "greedy, balanced or percentage, if it is founded now.")
        private JobScheduler jobScheduler = JobScheduler.BALANCED;

        @Option(
                names = "--hashes",
                description = "Print the replica's hash when all is read, to compare with 'replica show --at N'.")
        private boolean hashes;

        @Override
        public Integer call() throws InterruptedException {
            if (peers < 0 || peers > 1_000) {
                throw new BadInput("--peers is between 0 and 1000, not " + peers);
            }
            store.read(-1, (entry, change) -> {});
            var wanted = new Cluster(cluster, Allocation.PLANNED, jobScheduler, Cluster.REMEMBERED);
            var random = RandomGeneratorFactory.of("L64X128MixRandom").create(new SecureRandom().nextLong());
            try (Store opened = store.open()) {
                var group = new PeerGroup(opened, Settings.of(wanted, peers).with(Tags.of(tags)), random);
                var narrator = new Narrator(spec.commandLine().getOut(), hashes);
                var thread = new LoopThread<>("sardonyx-group", group, narrator);
                Termination.during(() -> thread.await(FOR_EVER), () -> leave(thread, opened));
                return ended(thread, group);
            }
        }

        /** Told to stop: says good-bye in the log, but not for ever. */
        private static int leave(LoopThread<PeerGroup> thread, Store store) {
            thread.tell(PeerGroup::leave);
            try {
                thread.await(LEAVING);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            store.close();
            return 0;
        }

        private int ended(LoopThread<PeerGroup> thread, PeerGroup group) {
            PrintWriter err = spec.commandLine().getErr();
            Throwable failure = thread.failure();
            if (failure != null) {
                err.println("sardonyx: stopped: " + failure.getMessage());
                return failure instanceof Forbidden ? 2 : 1;
            }
            err.println("sardonyx: " + group.end());
            return 2;
        }
    }
}
