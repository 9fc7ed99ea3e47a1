package io.sardonyx.job.check;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Grouping;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.Tuning;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is wrong with the tasks of a job, each seen at its place in the workflow. */
final class TaskFaults {

    /** The key of a job file under which the name of a plugin stands, among its parameters. */
    private static final String RESERVED = "plugin";

    /** In flow conditions and lifecycles this word means every task. */
    private static final TaskName EVERY = TaskName.of("all");

    private static final Duration SHORTEST_TTL = Duration.ofMillis(1);
    /** Longer ones are taken for mistakes. */
    private static final Duration LONGEST_TTL = Duration.ofDays(36_500);

    private final Job job;
    private final FaultCollector found;

    TaskFaults(Job job, FaultCollector found) {
        this.job = job;
        this.found = found;
    }

    void check() {
        for (CatalogEntry entry : job.catalog()) {
            Part task = Part.task(entry.name());
            if (entry.name().equals(EVERY)) {
                found.add(task.at("name"), "has a name that stands for every task", "call it something else");
            }
            checkRole(task, entry);
            checkPartitions(task, entry);
            checkCalls(task, entry);
            checkBatch(task, entry);
            checkGrouping(task, entry);
            checkTtls(task, entry);
            checkEventTime(task, entry);
            checkErrors(task, entry);
        }
    }

    private void checkRole(Part task, CatalogEntry entry) {
        boolean fed = !job.before(entry.name()).isEmpty();
        boolean feeds = !job.behind(entry.name()).isEmpty();
        boolean reads = entry.plugin() != null;
        if (!fed && feeds && !reads) {
            found.add(task, "nobody feeds it, and it does not say where it reads", "give it an input");
        } else if (fed && feeds && reads) {
            found.add(
                    task.at(entry.task().input() ? "input" : "output"),
                    "is between other tasks, but has a plugin",
                    "only a task that nobody feeds has an input, and only one that feeds nobody an output");
        } else if (fed && feeds && entry.function() == null) {
            found.add(task, "does nothing with what it takes", "give it a function");
        } else if (fed && !feeds && !reads && entry.function() == null) {
            found.add(task, "does nothing with what it takes", "give it an output, or a function");
        }
        if (entry.identify() && fed) {
            found.add(
                    task.at("identify"),
                    "is to identify what it reads, but it takes what other tasks give",
                    "say so at the task that has the input");
        }
    }

    private void checkPartitions(Part task, CatalogEntry entry) {
        if (entry.tuning().partitions() == Tuning.Partitions.CLAIMED
                && !entry.task().input()) {
            found.add(
                    task.at("partitions"),
                    "are claimed, but it takes what other tasks give and has none",
                    "say so at the task that has the input");
        } else if (entry.tuning().partitions() == Tuning.Partitions.CLAIMED && job.delivery() == Delivery.QUEUED) {
            found.add(
                    task.at("partitions"),
                    "are claimed by leases, but the broker hands out those of a queued job",
                    "leave it out, or say delivery: direct");
        }
    }

    private void checkCalls(Part task, CatalogEntry entry) {
        checkMethod(task.at("fn"), entry.function());
        checkMethod(task.at("groupBy"), entry.grouping().function());
        Call plugin = entry.plugin();
        if (plugin != null) {
            found.checkParameters(task.at(entry.task().input() ? "input" : "output"), plugin);
        }
        if (plugin != null && plugin.parameters().has(RESERVED)) {
            found.add(task, "its plugin has a parameter \"" + RESERVED + "\"", "call that parameter something else");
        }
    }

    private void checkMethod(Part part, @Nullable Call function) {
        if (function != null) {
            found.checkMethod(part, function);
        }
    }

    private void checkBatch(Part task, CatalogEntry entry) {
        if (entry.batch() && entry.function() == null) {
            found.add(task.at("batch"), "takes segments in batches, but has no function", "give it a function");
        }
        if (entry.batch() && !entry.grouping().isNone()) {
            found.add(
                    task.at("batch"),
                    "takes segments in batches, in which those of several keys are mixed",
                    "let its function take one segment at a time, or do not group");
        }
    }

    private void checkGrouping(Part task, CatalogEntry entry) {
        Grouping grouping = entry.grouping();
        if (grouping.isNone()) {
            if (entry.combine()) {
                found.add(
                        task.at("combine"),
                        "has totals combined by key before they are sent, but its segments have no keys",
                        "group them (groupBy), or leave it out");
            }
            return;
        }
        if (job.before(entry.name()).isEmpty()) {
            found.add(task.at("groupBy"), "groups segments, but nobody sends it any", "group them at a task behind it");
        }
        if (grouping.keys().stream().distinct().count() < grouping.keys().size()) {
            found.add(task.at("groupBy"), "groups by the same key twice", "name each key once");
        }
        if (entry.task().flux() == Flux.RECOVER && entry.task().bounds().max() == Bounds.UNBOUNDED) {
            found.add(
                    task.at("flux"),
                    "keeps its keys where they are, but has any number of peers to keep them",
                    "say how many peers it has, or at most has");
        }
    }

    private void checkTtls(Part task, CatalogEntry entry) {
        entry.ttls().forEach((state, ttl) -> {
            if (ttl.compareTo(SHORTEST_TTL) < 0 || ttl.compareTo(LONGEST_TTL) > 0) {
                found.add(
                        task.at("state").at(state).at("ttl"),
                        "is " + ttl + ", but a time to live is " + SHORTEST_TTL + " to " + LONGEST_TTL,
                        "take one of that range, or leave it out: then the state lives for ever");
            }
        });
    }

    private void checkEventTime(Part task, CatalogEntry entry) {
        Call time = entry.eventTime();
        if (time == null) {
            return;
        }
        found.checkMethod(task.at("eventTime"), time);
        if (entry.ttls().isEmpty()) {
            found.add(
                    task.at("eventTime"),
                    "says by which time state expires, but no state of the task does",
                    "give one a time to live: state: {NAME: {ttl: PT1H}}, or leave it out");
        }
        if (entry.combine()) {
            found.add(
                    task.at("eventTime"),
                    "asks segments when they happened, but the task is sent totals instead of them (combine)",
                    "leave out one of them");
        }
    }

    private void checkErrors(Part task, CatalogEntry entry) {
        TaskName target = entry.errors().deadLetters();
        if (target == null || !found.isTask(task.at("onError").at("to"), target)) {
            return;
        }
        if (!job.workflow().leads(entry.name(), target)) {
            found.add(
                    task.at("onError"),
                    "sends dead letters to " + target + ", which is not directly behind it",
                    "add the edge from " + entry.name() + " to " + target + ", or name one of "
                            + FaultCollector.listed(job.behind(entry.name())));
        }
    }
}
