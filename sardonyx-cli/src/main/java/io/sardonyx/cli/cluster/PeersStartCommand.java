package io.sardonyx.cli.cluster;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.cli.option.AllocationReader;
import io.sardonyx.cli.option.BrokerOption;
import io.sardonyx.cli.option.CompletionCandidates;
import io.sardonyx.cli.option.Configuration;
import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.MetricsOption;
import io.sardonyx.cli.option.SecretsOption;
import io.sardonyx.cli.option.Setting;
import io.sardonyx.cli.option.StateOption;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.cli.option.WireOption;
import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Keywords;
import io.sardonyx.metrics.MetricsPage;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code peers start}: joins the cluster as a member with a group of peers, until a signal. */
@Command(
        name = "start",
        description = "Joins the cluster of a store with some peers, and stays until it is interrupted or terminated.",
        sortOptions = false,
        footer = "  $ sardonyx peers start --store file:/tmp/cluster --peers 2",
        exitCodeList = {
            "0:left when told to, by Ctrl-C or SIGTERM",
            "1:stopped by a fault",
            "2:bad input, or another cluster than expected",
            "3:the store does not answer",
            "130:interrupted before it could leave"
        })
final class PeersStartCommand implements Callable<Integer> {

    private static final int MOST_PEERS = 1_000;

    /** Timeout of leaving the cluster after a signal. */
    private static final Duration LEAVING = Duration.ofSeconds(15);

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Setting
    @Option(names = "--peers", paramLabel = "N", description = "Virtual peers to offer (${DEFAULT-VALUE}).")
    private int peers = 1;

    @Setting
    @Option(names = "--tags", paramLabel = "TAG", split = ",", description = "What these peers can do.")
    private List<String> tags = List.of();

    @Setting
    @Option(names = "--cluster", paramLabel = "NAME", description = "The cluster to found or find (${DEFAULT-VALUE}).")
    private String cluster = "sardonyx";

    @Setting
    @Option(
            names = "--allocation",
            paramLabel = "WAY",
            converter = AllocationReader.class,
            completionCandidates = CompletionCandidates.Allocations.class,
            description = "Who decides which peer does what: planned (default), volunteered or coordinated; a cluster"
                    + " that is already founded must have it.")
    private Allocation allocation = Allocation.PLANNED;

    @Setting
    @Option(
            names = "--coordinator",
            description = "Stand by as a coordinator, too; only with --allocation coordinated.")
    private boolean coordinator;

    @Setting
    @Option(
            names = "--job-scheduler",
            paramLabel = "RULE",
            completionCandidates = CompletionCandidates.Schedulers.class,
            description = "greedy, balanced (default) or percentage; a cluster that is already founded must have it.")
    private JobScheduler jobScheduler = JobScheduler.BALANCED;

    @Mixin
    private final WireOption wire = new WireOption();

    @Mixin
    private final BrokerOption broker = new BrokerOption();

    @Mixin
    private final StateOption state = new StateOption();

    @Setting
    @Option(
            names = "--state-memory",
            paramLabel = "MIB",
            description = "Mebibytes of the heap that the state of all tasks here may take, by default half of the"
                    + " heap; a job that needs more is killed, and can be resumed.")
    private int stateMemory;

    @Mixin
    private final MetricsOption metrics = new MetricsOption();

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Mixin
    private final SecretsOption secrets = new SecretsOption();

    @Option(
            names = "--hashes",
            description = "Tell the replica's hash when all is read, to compare with 'replica show --at N'.")
    private boolean hashes;

    @Option(names = "--json", description = "Tell what changes as one JSON object a line.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException, IOException {
        Membership how = membership();
        try (FunctionLoader found = functions.forAnyJob();
                MetricsPage page = metrics.bind()) {
            // Fails fast when the store does not answer.
            store.read(-1, (entry, change) -> {});
            try (Store opened = store.open();
                    CoordinatorThread standing = coordinator ? standBy(opened) : null;
                    Member member = join(opened, how, found)) {
                Termination.during(
                        () -> {
                            show(page, member);
                            if (page != null && standing != null) {
                                standing.show(page);
                            }
                            member.await(FOR_EVER);
                        },
                        () -> leave(member, standing, opened));
                return ended(member, ClusterMismatch.of(member, how));
            }
        }
    }

    private Membership membership() {
        if (coordinator && allocation != Allocation.COORDINATED) {
            throw new BadInput(name("--coordinator") + " is for clusters of allocation coordinated, but that of this"
                    + " process is " + Keywords.of(allocation) + "; leave it out, or give --allocation coordinated");
        }
        if (stateMemory < 0) {
            throw new BadInput(name("--state-memory") + " is a number of mebibytes, not " + stateMemory);
        }
        return new Membership(
                cluster,
                allocation,
                jobScheduler,
                number(),
                Tags.of(tags),
                wire.address(),
                Runtime.getRuntime().availableProcessors(),
                secrets.allowed(),
                broker.address(),
                state.address(),
                (long) stateMemory << 20);
    }

    private void show(@Nullable MetricsPage page, Member member) {
        if (page != null) {
            page.show(member);
            tell(MemberEvent.metrics(page.url()));
        }
    }

    private Member join(Store opened, Membership how, FunctionLoader found) {
        try {
            return wire.opened(() -> Member.join(opened, how, found, new MembershipObserver(this::tell, hashes)));
        } catch (BrokerFault e) {
            throw broker.refusal(e);
        }
    }

    private CoordinatorThread standBy(Store opened) {
        return new CoordinatorThread(opened, CoordinatorSettings.DEFAULT.of(cluster), this::tell, failure -> {
            PrintWriter err = spec.commandLine().getErr();
            err.println("sardonyx: this process coordinates no more: " + failure);
            err.flush();
        });
    }

    /** Leaves the cluster after a signal, within a timeout; the exit code. */
    private int leave(Member member, @Nullable CoordinatorThread standing, Store opened) {
        boolean left = false;
        try {
            if (standing != null) {
                standing.end(CoordinatorThread.LEAVING);
            }
            left = member.leave(LEAVING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        member.close();
        opened.close();
        if (!left) {
            spec.commandLine()
                    .getErr()
                    .println("sardonyx: interrupted before the store took its leave; the others will notice that it is"
                            + " gone");
        }
        return left ? 0 : ExitCodes.INTERRUPTED;
    }

    private int number() {
        if (peers < 0 || peers > MOST_PEERS) {
            throw new BadInput(name("--peers") + " is between 0 and " + MOST_PEERS + ", not " + peers);
        }
        return peers;
    }

    private String name(String option) {
        return Configuration.of(spec).nameOf(option);
    }

    /** By the threads of the member and of the coordinator. */
    private synchronized void tell(MemberEvent news) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? news.json() : news.text());
        out.flush();
    }

    /** Prints why the member has stopped; the exit code. */
    private int ended(Member member, ClusterMismatch misfit) {
        PrintWriter err = spec.commandLine().getErr();
        Throwable failure = member.failure();
        if (failure == null && misfit.isOne()) {
            err.println("sardonyx: " + misfit.explain(store.shown()));
            return 2;
        }
        return ExitCodes.stopped(failure, err);
    }
}
