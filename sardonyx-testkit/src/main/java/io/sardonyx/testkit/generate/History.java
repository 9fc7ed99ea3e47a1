package io.sardonyx.testkit.generate;

import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Step;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Log history: all entries from position 0, and the replica that they are folded into. */
public record History(List<Entry<Replica>> entries) {

    public History {
        entries = List.copyOf(entries);
    }

    /** The replica after all entries. */
    public Replica replica() {
        return fold(Replica.EMPTY, entries);
    }

    /** Folds more entries into a replica. */
    public static Replica fold(Replica from, List<Entry<Replica>> entries) {
        Replica replica = from;
        for (Entry<Replica> entry : entries) {
            replica = replica.change(entry).after();
        }
        return replica;
    }

    /** The change that each entry makes, in order. */
    public List<Change<Replica>> changes() {
        var changes = new ArrayList<Change<Replica>>(entries.size());
        Replica replica = Replica.EMPTY;
        for (Entry<Replica> entry : entries) {
            var change = replica.change(entry);
            changes.add(change);
            replica = change.after();
        }
        return changes;
    }

    /** All groups that a replica refers to, in any role. */
    public static Set<GroupId> groups(Replica replica) {
        var groups = new TreeSet<GroupId>();
        var ring = replica.ring();
        for (Collection<GroupId> some : List.<Collection<GroupId>>of(
                ring.members().keys(),
                ring.joining().keys(),
                ring.aborted(),
                ring.left(),
                replica.authors().keys())) {
            groups.addAll(some);
        }
        for (var peers : List.of(replica.peers().present(), replica.peers().orphans())) {
            peers.values().stream().map(Peer::group).forEach(groups::add);
        }
        return groups;
    }

    /** One entry per line. */
    @Override
    public String toString() {
        return entries.stream().map(History::line).collect(Collectors.joining("\n"));
    }

    private static String line(Entry<Replica> entry) {
        String by = entry.author() == null ? "" : " by " + entry.author() + " #" + entry.sequence();
        return "  " + entry.position() + "  " + text(entry.step()) + by;
    }

    private static String text(Step<Replica> step) {
        return step instanceof SubmitJob submit ? "SubmitJob[" + text(submit.job()) + "]" : step.toString();
    }

    /** Text of a job, without properties that have their default. */
    static String text(Outline job) {
        var parts = new ArrayList<String>();
        parts.add(job.id() + " " + job.tasks().stream().map(History::text).toList());
        parts.add(job.scheduler() + " " + job.delivery());
        if (!job.percentage().equals(Percentage.ZERO)) {
            parts.add(job.percentage().toString());
        }
        if (job.saturation() != Bounds.UNBOUNDED) {
            parts.add("saturation " + job.saturation());
        }
        if (job.wholeOnly()) {
            parts.add("whole only");
        }
        return String.join(" ", parts);
    }

    private static String text(Task task) {
        var bounds = task.bounds();
        String most = bounds.max() == Bounds.UNBOUNDED ? "" : String.valueOf(bounds.max());
        return task.name()
                + (task.input() ? " in" : "")
                + (task.output() ? " out" : "")
                + (bounds.equals(Bounds.DEFAULT) ? "" : " " + bounds.min() + ".." + most)
                + (task.percentage().equals(Percentage.ZERO) ? "" : " " + task.percentage())
                + (task.flux() == Flux.CONTINUE ? "" : " " + task.flux())
                + (task.tags().isEmpty() ? "" : " " + task.tags().words());
    }
}
