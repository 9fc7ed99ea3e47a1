package io.sardonyx.cli.cluster;

import io.sardonyx.answer.CheckpointText;
import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.option.AtOption;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command group {@code replica}. */
@Command(
        name = "replica",
        description = "Shows a running cluster as it is, or as it was after any entry.",
        subcommands = ReplicaCommand.Show.class)
public final class ReplicaCommand {

    /** The command {@code replica show}: prints the replica after an entry or at the end of the log. */
    @Command(
            name = "show",
            description = "Prints the replica at the end of the log, or after an entry.",
            sortOptions = false,
            footer = "  $ sardonyx replica show --store file:/tmp/cluster --at 12",
            exitCodeList = {"0:done", "1:the work failed", "2:bad input", "3:the store does not answer"})
    static final class Show extends ClusterCommand {

        @Mixin
        private final AtOption at = new AtOption();

        @Mixin
        private final LongOption length = new LongOption();

        @Override
        public Integer call() {
            ReplicaView view = store.founded(at.position());
            json.print(length, view::write, out -> print(view, out));
            return 0;
        }

        private static void print(ReplicaView view, PrintWriter out) {
            Replica replica = view.replica();
            out.println("after entry " + view.position() + ", hash " + ReplicaHash.of(view));
            out.println(words(replica.cluster()));
            replica.ring()
                    .members()
                    .forEach((group, member) -> out.println("  group " + group + " with "
                            + Phrases.count(replica.peers().of(group).size(), "peer")
                            + (member.next() == null ? "" : ", watches " + member.next())));
            replica.ring().joining().forEach((group, join) -> out.println("  group " + group + " is joining"));
            replica.jobs()
                    .live()
                    .forEach((job, run) -> out.println("  job " + job + " holds "
                            + Phrases.count(run.demand().size(), "peer")
                            + (run.job().hasCheckpoints() ? "; " + CheckpointText.inForce(run) : "")));
        }

        private static String words(ClusterParameters cluster) {
            return "cluster " + cluster.id() + ", " + Keywords.of(cluster.allocation()) + ", "
                    + Keywords.of(cluster.scheduler()) + ", format " + cluster.format()
                    + (cluster.epoch() == null ? "" : ", epoch " + cluster.epoch())
                    + (cluster.stateUri() == null ? "" : ", state in " + cluster.stateUri()) + ", remembers the last "
                    + cluster.remembered() + " departed ids";
        }
    }
}
