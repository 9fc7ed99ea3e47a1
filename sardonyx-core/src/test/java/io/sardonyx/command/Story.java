package io.sardonyx.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A cluster told by its commands, and what the next one does to it. */
public final class Story {

    private static final Set<String> EXTRAS = Set.of("stranger", "client");

    private final Replica replica;
    private final long position;

    private Story(Replica replica, long position) {
        this.replica = replica;
        this.position = position;
    }

    /** Nothing has happened. */
    public static Story empty() {
        return new Story(Replica.EMPTY, 0);
    }

    /** A ring of members that joined in this order, each behind the one before. */
    public static Story members(String... names) {
        Story story = empty().then(prepare(names[0]));
        for (int i = 1; i < names.length; i++) {
            Replica ring = story.replica;
            GroupId observer = group(names[i - 1]);
            story = story.at(ring.with(ring.ring().prepare(observer, group(names[i]))))
                    .then(new NotifyJoinCluster(group(names[i])), accept(names[i], names[i - 1]));
        }
        return story;
    }

    /** The same cluster under another allocation. */
    public Story under(Allocation allocation, JobScheduler scheduler) {
        return then(new FoundCluster("onyx", allocation, scheduler, 10_000));
    }

    /** A cluster where peers volunteer. */
    public static Story volunteers(String... members) {
        return members(members).under(Allocation.VOLUNTEERED, JobScheduler.BALANCED);
    }

    public Story peers(String group, String... peers) {
        Story story = this;
        for (String peer : peers) {
            story = story.then(add(peer, group));
        }
        return story;
    }

    public Story then(Command... commands) {
        Story story = this;
        for (Command command : commands) {
            story = new Story(command.apply(story.replica, story.position), story.position + 1);
        }
        return story;
    }

    /** The same position with another replica. */
    public Story at(Replica other) {
        return new Story(other, position);
    }

    public Replica replica() {
        return replica;
    }

    public Told tell(Command command) {
        return new Told(command, new Change<>(replica, command.apply(replica, position)), position);
    }

    /** What a command did, and what it makes groups say. */
    public record Told(Command command, Change<Replica> change, long position) {

        public Replica after() {
            return change.after();
        }

        /** The very same replica, and nobody speaks. */
        public void isRefused() {
            changesNothing();
            nobodySpeaks();
        }

        public Told changesNothing() {
            assertThat(change.happened()).isFalse();
            return this;
        }

        public void nobodySpeaks() {
            everybody()
                    .forEach(group ->
                            assertThat(sayings(group)).as("%s says", group).isEmpty());
        }

        /** Only this group speaks, and it says just that. */
        public Told onlySpeaks(String group, Command... commands) {
            everybody()
                    .filter(other -> !other.equals(group(group)))
                    .forEach(other ->
                            assertThat(sayings(other)).as("%s says", other).isEmpty());
            return speaks(group, commands);
        }

        /** This group says just that, whatever others say. */
        public Told speaks(String group, Command... commands) {
            assertThat(sayings(group(group))).as("%s says", group).containsExactly(commands);
            return this;
        }

        private List<Command> sayings(GroupId group) {
            return command.reactions(change, group).stream()
                    .map(Reaction::step)
                    .map(Command.class::cast)
                    .toList();
        }

        private Stream<GroupId> everybody() {
            var everybody = new TreeSet<GroupId>();
            for (Replica replica : List.of(change.before(), change.after())) {
                everybody.addAll(replica.ring().members().keys());
                everybody.addAll(replica.ring().joining().keys());
                everybody.addAll(replica.ring().aborted());
                everybody.addAll(replica.ring().left());
                replica.peers().orphans().values().forEach(peer -> everybody.add(peer.group()));
            }
            EXTRAS.forEach(name -> everybody.add(group(name)));
            return everybody.stream();
        }
    }

    public static GroupId group(String name) {
        return GroupId.of(name);
    }

    public static PeerId peer(String name) {
        return PeerId.of(name);
    }

    public static JobId id(String name) {
        return JobId.of(name);
    }

    public static TaskName task(String name) {
        return TaskName.of(name);
    }

    public static PrepareJoinCluster prepare(String joiner) {
        return new PrepareJoinCluster(group(joiner));
    }

    public static AcceptJoinCluster accept(String joiner, String observer) {
        return new AcceptJoinCluster(group(joiner), group(observer), group(observer));
    }

    public static AddVirtualPeer add(String peer, String group) {
        return new AddVirtualPeer(peer(peer), group(group), null, Tags.NONE);
    }

    public static VolunteerForTask volunteer(String peer) {
        return new VolunteerForTask(peer(peer));
    }

    public static SubmitJob submit(Outline job) {
        return new SubmitJob(job);
    }

    /** A task as the first or last of a job, or in between. */
    public static Task input(String name) {
        return new Task(task(name), true, false, Bounds.DEFAULT, Percentage.ZERO, Flux.CONTINUE, Tags.NONE);
    }

    public static Task middle(String name) {
        return Task.named(task(name));
    }

    public static Task output(String name) {
        return new Task(task(name), false, true, Bounds.DEFAULT, Percentage.ZERO, Flux.CONTINUE, Tags.NONE);
    }

    /** A job whose delivery is the cluster's own. */
    public static Outline job(String name, Task... tasks) {
        return job(name, Delivery.AUTOMATIC, tasks);
    }

    public static Outline job(String name, Delivery delivery, Task... tasks) {
        return new Outline(
                id(name),
                List.of(tasks),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                delivery,
                false,
                "",
                0);
    }

    /** A direct job that keeps so many checkpoints. */
    public static Outline checkpointed(String name, int keep, Task... tasks) {
        return new Outline(
                id(name),
                List.of(tasks),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.DIRECT,
                false,
                "",
                keep);
    }

    /** Position of the next entry. */
    public long position() {
        return position;
    }

    /** Who is on a task of a live job. */
    public static List<PeerId> on(Replica replica, String job, String task) {
        return stage(replica, job, task).places().stream().map(Place::peer).toList();
    }

    public static Stage stage(Replica replica, String job, String task) {
        Run run = replica.jobs().live().get(id(job));
        assertThat(run).as("live job %s", job).isNotNull();
        return run.stage(run.job().indexOf(task(task)));
    }
}
