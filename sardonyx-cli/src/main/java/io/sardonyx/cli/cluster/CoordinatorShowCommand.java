package io.sardonyx.cli.cluster;

import io.sardonyx.answer.CoordinatorFindings;
import io.sardonyx.answer.Phrases;
import io.sardonyx.answer.RosterDifferences;
import io.sardonyx.cli.log.LatestEvents;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.client.admin.CoordinatorSnapshot.Since;
import io.sardonyx.coordinate.RunningCoordinator;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.JsonOut;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.PeerId;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code coordinator show}: who leads, who stands by, what each peer does and since which event. */
@Command(
        name = "show",
        description = "Shows who leads and who stands by, each peer's state, open offers and the last events.",
        sortOptions = false,
        footer = "  $ sardonyx coordinator show --store file:/tmp/cluster",
        exitCodeList = {
            "0:done, whether one leads or not",
            "1:an event cannot be read",
            "2:bad input, or the cluster is of another allocation",
            "3:the store does not answer"
        })
final class CoordinatorShowCommand extends ClusterCommand {

    private static final int MOST_EVENTS = 1_000;

    @Option(names = "--last", paramLabel = "N", description = "How many events to show (${DEFAULT-VALUE}).")
    private int last = 5;

    @Mixin
    private final LongOption length = new LongOption();

    @Override
    public Integer call() {
        if (last < 0 || last > MOST_EVENTS) {
            throw new BadInput("--last is between 0 and " + MOST_EVENTS + ", not " + last);
        }
        ClusterParameters cluster = store.coordinated();
        var events = new LatestEvents(last);
        try (AdminClient client = store.connect()) {
            CoordinatorSnapshot now = client.coordinator(cluster, events);
            List<String> findings = CoordinatorFindings.of(now, Instant.now());
            json.print(
                    length,
                    out -> {
                        out.text("cluster", String.valueOf(cluster.id()));
                        write(now, out);
                        events.write(out.texts("findings", findings));
                    },
                    out -> {
                        TextStyle style = TextStyle.of(spec);
                        out.println("cluster " + style.strong(String.valueOf(cluster.id())) + ", coordinated");
                        findings.forEach(finding -> out.println(style.alarming("! ") + finding));
                        print(now, style, out);
                        events.lines(style).forEach(line -> out.println(length.line(line)));
                    });
        }
        return 0;
    }

    private static void print(CoordinatorSnapshot now, TextStyle style, PrintWriter out) {
        now.running()
                .forEach(one -> out.println((one.leads() ? style.strong("leads    ") : "stands by ") + one.id()
                        + (one.host().isEmpty() ? "" : " on " + one.host()) + ", since " + one.since()));
        out.println("peers    " + living(now).size() + " living: " + counts(now));
        living(now).forEach(id -> out.println("  " + peer(id, now)));
        out.println("offers   " + Phrases.count(now.offered().size(), "open offer"));
        out.println("jobs     " + now.roster().jobs().size() + " planned, "
                + now.roster().finished().size() + " finished");
        now.roster()
                .jobs()
                .forEach((id, job) -> out.println("  " + id + "  "
                        + job.tasks().values().stream()
                                .map(CoordinatorShowCommand::task)
                                .collect(Collectors.joining(" | "))));
        out.println("events   end at " + now.position());
    }

    private static String task(TaskProgress task) {
        int peers = task.slots().size();
        return task.planned().name() + ": "
                + (task.complete() ? "complete" : peers == 0 ? "nobody" : Phrases.count(peers, "peer"));
    }

    private static List<PeerId> living(CoordinatorSnapshot now) {
        var living = new ArrayList<PeerId>();
        now.roster().peers().forEach((id, peer) -> {
            if (peer.state().isLiving() || peer.state() == PeerState.REVOKED) {
                living.add(id);
            }
        });
        return living;
    }

    private static String counts(CoordinatorSnapshot now) {
        return Stream.of(PeerState.values())
                .filter(state -> state != PeerState.DEAD)
                .map(state -> now.in(state).size() + " " + state.word())
                .filter(count -> !count.startsWith("0 "))
                .collect(Collectors.joining(", "));
    }

    private static String peer(PeerId id, CoordinatorSnapshot now) {
        RosterPeer peer = now.roster().peers().get(id);
        Since since = now.since().get(id);
        Integer slot = peer == null ? null : slot(id, peer, now);
        return "peer " + id + " " + (peer == null ? "" : RosterDifferences.state(peer))
                + (slot == null ? "" : " in slot " + slot)
                + (since == null ? ", since before the log begins" : ", since event " + since.position());
    }

    private static @Nullable Integer slot(PeerId id, RosterPeer peer, CoordinatorSnapshot now) {
        Post post = peer.state().isAtTask() ? peer.post() : null;
        TaskProgress task = post == null ? null : now.roster().task(post.job(), post.task());
        return task == null ? null : task.slots().get(id);
    }

    private static void write(CoordinatorSnapshot now, JsonOut out) {
        out.number("position", now.position());
        now.leader().ifPresent(leader -> {
            leader.write(out.begin("leader"));
            out.end();
        });
        out.beginList("stand-bys");
        for (RunningCoordinator one : now.standBys()) {
            one.write(out.begin());
            out.end();
        }
        out.endList().begin("peers");
        living(now).forEach(id -> {
            write(id, now, out.begin(id.text()));
            out.end();
        });
        out.end().texts("offers", now.offered()).begin("jobs");
        now.roster().jobs().forEach((id, job) -> {
            out.begin(id.text());
            job.tasks()
                    .values()
                    .forEach(task -> out.begin(task.planned().name().text())
                            .number("peers", task.slots().size())
                            .flag("complete", task.complete())
                            .end());
            out.end();
        });
        out.end().number("finished", now.roster().finished().size());
    }

    private static void write(PeerId id, CoordinatorSnapshot now, JsonOut out) {
        RosterPeer peer = now.roster().peers().get(id);
        if (peer == null) {
            return;
        }
        out.text("state", peer.state().word());
        Post post = peer.post();
        if (post != null) {
            out.text("job", post.job()).text("task", post.task());
        }
        Integer slot = slot(id, peer, now);
        if (slot != null) {
            out.number("slot", slot);
        }
        Since since = now.since().get(id);
        if (since != null) {
            out.number("since", since.position());
        }
    }
}
