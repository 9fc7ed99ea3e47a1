package io.sardonyx.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.sardonyx.Cluster;
import io.sardonyx.Member;
import io.sardonyx.port.Lease;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.MemberState;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import org.jspecify.annotations.Nullable;

/**
 * The meters of this process in a Micrometer registry.
 *
 * <p>They do not slow down the work: values are read at a scrape, from counters that the engine keeps anyway. Tasks and
 * links come and go, so a timer refreshes which there are; {@link #refresh} does so at once. Thread-safe.
 */
public final class Meters implements AutoCloseable {

    /** Period of the refresh. A job that is shorter is still seen, since ended jobs are reported for a while. */
    private static final int LOOK_EVERY_MILLIS = 5_000;

    private static final List<Measure<TaskReport>> OF_TASK = List.of(
            Measure.count("sardonyx.task.segments.in", "Segments taken", TaskReport::taken),
            Measure.count("sardonyx.task.segments.out", "Segments given", TaskReport::given),
            Measure.count("sardonyx.task.segments.skipped", "Segments left out since they failed", TaskReport::skipped),
            Measure.count("sardonyx.task.batches", "Batches done", TaskReport::batches),
            Measure.count("sardonyx.task.roots.replayed", "Roots emitted again", TaskReport::replays),
            Measure.gauge("sardonyx.task.roots.pending", "Roots that are not done", TaskReport::openRoots),
            Measure.gauge(
                    "sardonyx.task.queues.depth",
                    "Messages in its queues",
                    task -> task.queues().depth()),
            Measure.count(
                    "sardonyx.task.queues.commits",
                    "Transactions committed",
                    task -> task.queues().commits()),
            Measure.count(
                    "sardonyx.task.queues.redelivered",
                    "Messages delivered again",
                    task -> task.queues().redelivered()),
            Measure.count(
                    "sardonyx.task.queues.retried",
                    "Runs given back to their queue",
                    task -> task.queues().retried()),
            Measure.gauge(
                    "sardonyx.task.checkpoint.number",
                    "Latest checkpoint of the job that its keeper has completed",
                    task -> task.checkpoint().number()),
            Measure.gauge(
                    "sardonyx.task.checkpoint.seconds",
                    "How long that checkpoint took",
                    task -> task.checkpoint().tookMillis() / 1_000.0),
            Measure.gauge(
                    "sardonyx.task.checkpoint.age.seconds",
                    "Time since that checkpoint was complete",
                    task -> secondsSince(task.checkpoint().atMillis())),
            Measure.gauge(
                    "sardonyx.task.checkpoint.bytes",
                    "What that checkpoint consists of",
                    task -> task.checkpoint().bytes()),
            Measure.gauge(
                    "sardonyx.task.checkpoint.rewinds",
                    "How often the job went back to a checkpoint",
                    task -> task.checkpoint().rewinds()),
            Measure.gauge(
                    "sardonyx.task.checkpoint.again.segments",
                    "Segments that peers of this process had read, and that the latest rewind took back",
                    task -> task.checkpoint().again().segments()),
            Measure.gauge(
                    "sardonyx.task.checkpoint.again.seconds",
                    "For how long they had read these segments",
                    task -> task.checkpoint().again().millis() / 1_000.0),
            Measure.gauge(
                    "sardonyx.task.checkpoint.expired",
                    "Checkpoints since the job's peers last changed that took longer than the timeout",
                    task -> task.checkpoint().expired()),
            Measure.gauge("sardonyx.task.peers", "Peers of this process that run it", TaskReport::peers),
            Measure.gauge(
                    "sardonyx.task.input.full",
                    "Whether more waits than there is room for, at one of its peers",
                    task -> Measure.flag(task.inputFull())),
            Measure.gauge(
                    "sardonyx.task.output.full",
                    "Whether somebody behind has no room, for one of its peers",
                    task -> Measure.flag(task.outputFull())),
            Measure.gauge(
                    "sardonyx.task.waiting.seconds",
                    "For how long one of its peers has waited for what is unavailable, or to restart",
                    task -> waitingSeconds(task.waiting())));

    private static final List<Measure<LinkState>> OF_LINK = List.of(
            Measure.gauge("sardonyx.link.up", "Whether it is up", link -> Measure.flag(link.up())),
            Measure.gauge(
                    "sardonyx.link.slow",
                    "Whether there is more to send than it takes",
                    link -> Measure.flag(link.slow())));

    private static final List<Measure<MeteredProcess>> OF_PROCESS = List.of(
            Measure.gauge("sardonyx.log.position", "The last entry that was read", MeteredProcess::position),
            Measure.gauge("sardonyx.outbox.commands", "Commands not known to be in the log", MeteredProcess::unsaid),
            Measure.gauge("sardonyx.cluster.members", "Members of the ring, as known here", MeteredProcess::members),
            Measure.count("sardonyx.wire.refusals", "What the wire turned away", MeteredProcess::refusals));

    private final MeteredProcess subject;
    private final MeterRegistry registry;

    /** Meters of the process itself, which exist until close. */
    private final List<Meter> lasting = new ArrayList<>();

    private final MeterTable<TaskReport> tasks;
    private final CheckpointMeters checkpoints;
    private final MeterTable<LinkState> links;

    /** Guarded by this. */
    private boolean closed;

    private final Timer looking = new Timer("sardonyx-meters", true);

    private Meters(MeteredProcess subject, MeterRegistry registry) {
        this.subject = subject;
        this.registry = registry;
        this.tasks = new MeterTable<>(registry, OF_TASK);
        this.checkpoints = new CheckpointMeters(registry);
        this.links = new MeterTable<>(registry, OF_LINK);
        OF_PROCESS.forEach(measure -> lasting.add(measure.in(registry, Tags.empty(), () -> subject)));
        for (Lease.Standing standing : Lease.Standing.values()) {
            Measure<MeteredProcess> sessions = Measure.gauge(
                    "sardonyx.sessions",
                    "Groups of this process whose session with the store is so",
                    it -> it.sessions(standing));
            Tags state = Tags.of("state", standing.name().toLowerCase(Locale.ROOT));
            lasting.add(sessions.in(registry, state, () -> subject));
        }
        var look = new TimerTask() {
            @Override
            public void run() {
                refresh();
            }
        };
        looking.schedule(look, 0, LOOK_EVERY_MILLIS);
    }

    /** Registers the meters of a member. */
    public static Meters of(Member member, MeterRegistry registry) {
        return new Meters(MeteredProcess.of(member), registry);
    }

    /** Registers the meters of a local cluster, summed over its groups. */
    public static Meters of(Cluster cluster, MeterRegistry registry) {
        return new Meters(MeteredProcess.of(cluster), registry);
    }

    /** Updates which tasks and links there are, and their values. */
    public synchronized void refresh() {
        if (closed) {
            return;
        }
        var jobs = new HashSet<Tag>();
        var presentTasks = new HashMap<Tags, TaskReport>();
        subject.reports().forEach((id, its) -> {
            Tag job = Tag.of("job", id.text());
            jobs.add(job);
            its.forEach(task ->
                    presentTasks.put(Tags.of(job).and("task", task.task().text()), task));
        });
        // Between the last report of a peer and its end its task is missing; its time series must not be interrupted.
        tasks.show(presentTasks, tags -> tags.stream().anyMatch(jobs::contains));
        checkpoints.show(presentTasks);
        var presentLinks = new HashMap<Tags, LinkState>();
        subject.links().forEach(link -> presentLinks.put(Tags.of("to", link.to().address()), link));
        links.show(presentLinks);
    }

    /** Removes all meters from the registry. */
    @Override
    public void close() {
        looking.cancel();
        clear();
    }

    private synchronized void clear() {
        closed = true;
        tasks.show(Map.of());
        checkpoints.show(Map.of());
        links.show(Map.of());
        lasting.forEach(registry::remove);
    }

    private static double waitingSeconds(@Nullable Waiting waiting) {
        return waiting == null ? 0 : secondsSince(waiting.sinceMillis());
    }

    /** Time since then; 0 if that is not known. */
    private static double secondsSince(long millis) {
        return millis == 0 ? 0 : Math.max(0, System.currentTimeMillis() - millis) / 1_000.0;
    }

    /** The source of metrics: a process with its groups, one of a member or several of a local cluster. */
    private interface MeteredProcess {

        List<MemberState> groups();

        Map<JobId, List<TaskReport>> reports();

        List<LinkState> links();

        long refusals();

        /** The number of groups whose session is in this state. */
        default double sessions(Lease.Standing standing) {
            return groups().stream()
                    .filter(group -> group.session() == standing)
                    .count();
        }

        /** The log position that all groups have read, or -1. */
        default double position() {
            return groups().stream().mapToLong(MemberState::position).min().orElse(-1);
        }

        /** The number of commands that are queued for the log or in flight. */
        default double unsaid() {
            return groups().stream().mapToInt(MemberState::unsaid).sum();
        }

        /** The number of ring members, by the group that has read the least. */
        default double members() {
            return groups().stream().mapToInt(MemberState::members).min().orElse(0);
        }

        static MeteredProcess of(Member member) {
            return new MeteredProcess() {
                @Override
                public List<MemberState> groups() {
                    return List.of(member.state());
                }

                @Override
                public Map<JobId, List<TaskReport>> reports() {
                    return member.reports();
                }

                @Override
                public List<LinkState> links() {
                    return member.links();
                }

                @Override
                public long refusals() {
                    return member.refusals();
                }
            };
        }

        /** A local cluster, which has no network links. */
        static MeteredProcess of(Cluster cluster) {
            return new MeteredProcess() {
                @Override
                public List<MemberState> groups() {
                    return cluster.states();
                }

                @Override
                public Map<JobId, List<TaskReport>> reports() {
                    return cluster.reports();
                }

                @Override
                public List<LinkState> links() {
                    return List.of();
                }

                @Override
                public long refusals() {
                    return 0;
                }
            };
        }
    }
}
