package io.sardonyx.cli;

import io.sardonyx.codec.BadInput;
import io.sardonyx.duty.Work;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.group.Settings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Assignment;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
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
                var thread = new LoopThread<>(
                        "sardonyx-group", group, new Narrator(spec.commandLine().getOut()));
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
                return 1;
            }
            err.println("sardonyx: " + group.end());
            return 2;
        }
    }

    /** Says what changes for this process, a line each, with the entry that changed it. */
    private static final class Narrator implements Consumer<PeerGroup> {

        private final PrintWriter out;
        private Map<PeerId, Assignment> work = Map.of();
        private @Nullable GroupId member;

        Narrator(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void accept(PeerGroup group) {
            boolean in = group.replica().ring().isMember(group.id());
            if (in && !group.id().equals(member)) {
                member = group.id();
                say(group, "group " + member + " is a member");
            }
            var now = new TreeMap<PeerId, Assignment>();
            for (Work one : group.duties().work()) {
                now.put(one.assignment().peer(), one.assignment());
            }
            now.forEach((peer, assignment) -> {
                if (!assignment.equals(work.get(peer))) {
                    say(
                            group,
                            "peer " + peer + " runs " + assignment.job() + "/" + assignment.task() + " in slot "
                                    + assignment.slot());
                }
            });
            work.forEach((peer, assignment) -> {
                if (!now.containsKey(peer)) {
                    say(group, "peer " + peer + " no longer runs " + assignment.job() + "/" + assignment.task());
                }
            });
            work = now;
        }

        private void say(PeerGroup group, String what) {
            out.println("entry " + group.position() + ": " + what);
            out.flush();
        }
    }
}
