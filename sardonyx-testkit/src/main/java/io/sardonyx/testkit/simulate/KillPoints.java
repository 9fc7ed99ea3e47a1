package io.sardonyx.testkit.simulate;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Place;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.replica.Run;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.testkit.simulate.KillMatrix.Cell;
import io.sardonyx.testkit.simulate.KillMatrix.Point;
import io.sardonyx.testkit.simulate.KillMatrix.Role;
import io.sardonyx.testkit.simulate.jobs.CountedState;
import io.sardonyx.testkit.simulate.oracle.CheckpointTrace;
import io.sardonyx.testkit.simulate.oracle.CheckpointTrace.Marks;
import io.sardonyx.testkit.simulate.oracle.JobAudit;
import io.sardonyx.testkit.simulate.oracle.JobOracle;
import io.sardonyx.testkit.simulate.store.SimulatedConnection.PendingCall;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds at which points of checkpoints a machine is killed, for each task that it runs: from the log, from marks and
 * acks on channels, from its calls of the store that are not answered, and from what outputs have prepared.
 */
final class KillPoints {

    private final World world;
    private final JobOracle audit;
    private final CheckpointTrace trace;
    private final KillMatrix matrix;

    KillPoints(World world, JobOracle audit, CheckpointTrace trace, KillMatrix matrix) {
        this.world = world;
        this.audit = audit;
        this.trace = trace;
        this.matrix = matrix;
    }

    /** Counts the kill of a machine, for each of its tasks. */
    void killed(Machine victim) {
        cells(victim, role -> true).forEach(matrix::count);
    }

    /** Where a kill of the machine would fall now, as far as it concerns tasks of some roles. */
    List<Cell> cells(Machine machine, Predicate<Role> wanted) {
        var cells = new ArrayList<Cell>();
        for (TaskLoop loop : JobWorld.loops(machine)) {
            Assignment self = loop.self();
            Run run = world.chronicle.state().jobs().live().get(self.job());
            JobAudit book = audit.book(self.job());
            if (run != null && book != null && run.isCovered() && loop.isWorking() && holds(run, self)) {
                Role role = role(run, self);
                if (role != null && wanted.test(role)) {
                    new Task(machine, loop, role, run, book)
                            .points()
                            .forEach(point -> cells.add(new Cell(role, point)));
                }
            }
        }
        return cells;
    }

    private static boolean holds(Run run, Assignment self) {
        return run.stage(run.job().indexOf(self.task())).holds(self.peer());
    }

    private static @Nullable Role role(Run run, Assignment self) {
        if (self.peer().equals(keeper(run))) {
            return Role.KEEPER;
        }
        if (run.job().inputs().contains(self.task())) {
            return Role.INPUT;
        }
        if (run.job().outputs().contains(self.task())) {
            return Role.OUTPUT;
        }
        String name = self.task().text();
        return name.equals(CountedState.TASK) || name.equals(CountedState.COMBINED) ? Role.KEYED_TASK : null;
    }

    /** The peer in the lowest slot of the first input. */
    private static PeerId keeper(Run run) {
        return peers(run, run.job().inputs().get(0)).get(0);
    }

    private static List<PeerId> peers(Run run, TaskName task) {
        return run.stage(run.job().indexOf(task)).places().stream()
                .map(Place::peer)
                .toList();
    }

    /** A task of a machine that is killed. */
    private final class Task {

        private final Machine victim;
        private final TaskLoop loop;
        private final Role role;
        private final Run run;
        private final JobAudit book;
        private final JobId job;
        private final PeerId peer;
        private final PeerId keeper;
        private final EnumSet<Point> points = EnumSet.noneOf(Point.class);

        Task(Machine victim, TaskLoop loop, Role role, Run run, JobAudit book) {
            this.victim = victim;
            this.loop = loop;
            this.role = role;
            this.run = run;
            this.book = book;
            this.job = loop.self().job();
            this.peer = loop.self().peer();
            this.keeper = keeper(run);
        }

        Set<Point> points() {
            if (loop.fence() != run.version()) {
                return EnumSet.of(Point.REWINDING);
            }
            if (role == Role.KEYED_TASK && calls(victim, PendingCall.Kind.READ, stateFiles())) {
                return EnumSet.of(Point.LOADING);
            }
            boolean deletes = calls(victim, PendingCall.Kind.DELETE, "state/" + job + "/")
                    || calls(victim, PendingCall.Kind.DELETE, "manifests/" + job + "/");
            if (role == Role.KEEPER && deletes) {
                points.add(Point.DELETING);
            }
            if (isAppending()) {
                points.add(Point.APPEND_UNKNOWN);
            }
            Marks marks = trace.marks(job, run.version());
            Marks open = marks != null && marks.number() > run.checkpoints().latestNumber() ? marks : null;
            if (run.isExhausted() || run.checkpoints().stopping() || open != null && open.isLast()) {
                points.add(Point.LAST_CHECKPOINT);
            }
            if (open != null) {
                underWay(open);
            } else {
                committing();
            }
            return points;
        }

        private String stateFiles() {
            return "state/" + job + "/" + loop.self().task() + "/";
        }

        private static boolean calls(Machine machine, PendingCall.Kind kind, String name) {
            return machine.connection.pending().stream()
                    .anyMatch(call -> call.kind() == kind && call.name().contains(name));
        }

        /** Whether the process of the keeper does not know yet whether its entry is in the log. */
        private boolean isAppending() {
            return world.living().stream()
                    .filter(machine -> JobWorld.peers(machine).contains(keeper))
                    .flatMap(machine -> machine.connection.pending().stream())
                    .filter(call -> call.kind() == PendingCall.Kind.APPEND)
                    .flatMap(call -> call.entries().stream())
                    .anyMatch(entry -> EntryCodec.decode(0, entry).step() instanceof CompleteCheckpoint made
                            && made.job().equals(job));
        }

        /** Points behind the entry of the latest checkpoint. */
        private void committing() {
            CompletedCheckpoint latest = run.checkpoints().latest();
            var bundles =
                    latest != null && latest.owner(job).equals(job) ? book.bundles(latest) : new JobAudit.Bundles(0, 0);
            if (bundles.prepared() > 0) {
                boolean none = bundles.prepared() == bundles.all();
                points.add(none ? Point.APPENDED_BUT_NOT_COMMITTED : Point.HALF_COMMITTED);
            } else if (points.isEmpty()) {
                points.add(Point.BEFORE_THE_MARKS);
            }
        }

        /** Points of a checkpoint whose marks are under way. */
        private void underWay(Marks marks) {
            List<PeerId> inputs = run.job().inputs().stream()
                    .flatMap(input -> peers(run, input).stream())
                    .toList();
            long begun = inputs.stream().filter(marks::hasPassed).count();
            if (begun > 0 && begun < inputs.size()) {
                points.add(Point.BETWEEN_TWO_INPUTS_MARKS);
            }
            if (isAckedByAll(marks)) {
                if (!isAppending()) {
                    points.add(Point.ACKED_BUT_NOT_APPENDED);
                }
                if (role == Role.KEEPER && calls(victim, PendingCall.Kind.WRITE, "manifests/" + job + "/")) {
                    points.add(Point.WRITING);
                }
            } else {
                point(marks);
            }
        }

        private boolean isAckedByAll(Marks marks) {
            return run.job().tasks().stream()
                    .flatMap(task -> peers(run, task.name()).stream())
                    .allMatch(each -> each.equals(keeper) ? marks.hasPassed(each) : marks.isAcked(each, keeper));
        }

        /** How far the task itself is. */
        private void point(Marks marks) {
            boolean isInput = role == Role.KEEPER || role == Role.INPUT;
            boolean passed = isInput ? marks.hasPassed(peer) : marks.hasTaken(peer, true);
            if (!passed) {
                boolean aligning = !isInput && marks.hasTaken(peer, false);
                points.add(aligning ? Point.ALIGNING : Point.BEFORE_THE_MARKS);
            } else if (role != Role.KEEPER && !marks.isAcked(peer, keeper)) {
                points.add(stored(marks));
            }
        }

        /** Where a task is that has all marks and is not acked. */
        private Point stored(Marks marks) {
            if (role != Role.KEYED_TASK || marks.hasSentAck(peer, keeper)) {
                return Point.WRITTEN_BUT_NOT_ACKED;
            }
            if (calls(victim, PendingCall.Kind.WRITE, stateFiles())) {
                return Point.WRITING;
            }
            String file = stateFiles() + marks.number() + "-" + run.version() + "-"
                    + loop.self().slot();
            boolean written = world.store.blobs().names("").stream().anyMatch(name -> name.endsWith(file));
            return written ? Point.WRITTEN_BUT_NOT_ACKED : Point.FROZEN;
        }
    }
}
