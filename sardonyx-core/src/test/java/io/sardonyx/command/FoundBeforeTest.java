package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.middle;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.stage;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Progress;
import io.sardonyx.duty.Duties;
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
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories that once broke a claim, as the shrinker left them. */
class FoundBeforeTest {

    private static final int MANY = Bounds.UNBOUNDED;
    private static final Tags GPU = Tags.of(List.of("gpu"));

    private static Command tagged(String peer, Tags tags) {
        return new AddVirtualPeer(peer(peer), group("a"), null, tags);
    }

    private static Outline scheduled(String name, TaskScheduler scheduler, Delivery delivery, Task... tasks) {
        return new Outline(id(name), List.of(tasks), scheduler, Percentage.ZERO, MANY, delivery, false, "", 0);
    }

    private static SealTask seal(String peer, String job, String task) {
        return new SealTask(peer(peer), id(job), task(task));
    }

    private static Replica sound(Story story) {
        assertThat(Invariants.violated(story.replica())).isEmpty();
        return story.replica();
    }

    private static Replica settled(Story story) {
        assertThat(sound(story).plan().moves()).isEmpty();
        return story.replica();
    }

    /** Lets everybody append what is owed until nothing is, or fails. */
    private static Replica comesToRest(Story story) {
        Story now = story;
        for (int turn = 0; turn < 50; turn++) {
            List<Command> owed = Duties.of(now.replica(), group("a")).owed();
            if (owed.isEmpty()) {
                return sound(now);
            }
            now = now.then(owed.toArray(Command[]::new));
        }
        throw new AssertionError(
                "still owed: " + Duties.of(now.replica(), group("a")).owed());
    }

    @Test
    void peerThatCannotCoverTheOneTaskIsNotPutOnTheOther() {
        var none = middle("t2").with(new Bounds(0, MANY));
        Replica replica = settled(Story.members("a")
                .peers("a", "p")
                .then(submit(job("j", input("t1").requiring(GPU), none))));
        assertThat(replica.jobs().live().get(id("j")).demand().size()).isZero();
    }

    @Test
    void planThatTakesASealerAwayOpensItsTask() {
        var story = Story.members("a")
                .then(submit(job("j", Delivery.QUEUED, input("t1"), middle("t2").requiring(GPU))), tagged("q", GPU))
                .then(seal("q", "j", "t1"), add("p", "a"));
        settled(story);
    }

    @Test
    void newJobDoesNotTakeTheSealerOfAnother() {
        var story = Story.members("a")
                .peers("a", "p")
                .then(submit(job("j", Delivery.QUEUED, input("t1"))), add("q", "a"), seal("p", "j", "t1"))
                .then(seal("q", "j", "t1"), submit(job("k", input("t1"))));
        assertThat(stage(settled(story), "j", "t1").sealer()).isEqualTo(peer("q"));
    }

    @Test
    void colocatedJobWhoseMinimumExceedsAMaximumNeverRuns() {
        var two = input("t1").with(new Bounds(2, MANY));
        var one = middle("t2").with(new Bounds(1, 1));
        var story = Story.members("a")
                .peers("a", "p", "q", "r", "s")
                .then(submit(scheduled("j", TaskScheduler.COLOCATED, Delivery.DIRECT, two, one)));
        assertThat(settled(story).jobs().live().get(id("j")).demand().size()).isZero();
    }

    @Test
    void volunteerWhomTheLargestTaskDoesNotTakeStaysWhereItIs() {
        var ten = middle("t2").with(new Percentage(10_000_000)).requiring(GPU);
        var story = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(scheduled("j", TaskScheduler.PERCENTAGE, Delivery.QUEUED, input("t1"), ten)));
        assertThat(on(comesToRest(story), "j", "t1")).hasSize(2);
    }

    @Test
    void volunteersOfAFrozenTaskAreNotSentAwayBecauseTheyCame() {
        var frozen = input("t1").with(Flux.KILL);
        var wide = job("j", Delivery.DIRECT, input("t1"), middle("t2"), middle("t3"));
        var story = Story.volunteers("a").then(submit(wide), submit(job("k", Delivery.DIRECT, frozen)));
        assertThat(on(comesToRest(story.peers("a", "p", "q")), "k", "t1")).hasSize(2);
        var copies = scheduled("j", TaskScheduler.COLOCATED, Delivery.DIRECT, frozen, middle("t2"));
        comesToRest(Story.volunteers("a").then(submit(copies)).peers("a", "p", "q", "r"));
    }

    @Test
    void volunteersOfAWholeJobCoverItBeforePercentagesCount() {
        var ten = middle("t3").with(new Bounds(0, MANY)).with(new Percentage(10_000_000));
        var whole = scheduled("j", TaskScheduler.PERCENTAGE, Delivery.DIRECT, input("t1"), middle("t2"), ten);
        Replica replica = comesToRest(Story.volunteers("a").then(submit(whole)).peers("a", "p", "q"));
        assertThat(on(replica, "j", "t1")).hasSize(1);
        assertThat(on(replica, "j", "t2")).hasSize(1);
    }

    @Test
    void colocatedJobTakesNobodyOffATaskThatIsBeingSealed() {
        var copies = scheduled("k", TaskScheduler.COLOCATED, Delivery.DIRECT, input("t1"));
        var story = Story.members("a")
                .under(Allocation.PLANNED, JobScheduler.GREEDY)
                .then(add("p", "a"), submit(job("j", Delivery.QUEUED, input("t1"))), submit(copies))
                .then(new AddVirtualPeer(peer("q"), group("a"), new Site("there"), Tags.NONE))
                .then(seal("q", "j", "t1"));
        Replica replica = settled(story);
        assertThat(on(replica, "j", "t1")).containsExactly(peer("p"));
        assertThat(stage(replica, "j", "t1").progress()).isEqualTo(Progress.SEALING);
    }

    @Test
    void frozenJobIsNotStoppedByOneThatWaitsOrComes() {
        var frozen = input("t1").with(Flux.KILL);
        var three = Story.members("a", "b")
                .then(submit(job("j", input("t1"), middle("t2"), middle("t3"))), submit(job("k", frozen, middle("t2"))))
                .peers("a", "p", "q", "r");
        settled(three);
        var running = Story.members("a").peers("a", "p", "q", "r").then(submit(job("k", frozen, middle("t2"))));
        var before = on(settled(running), "k", "t1");
        assertThat(on(settled(running.then(submit(job("l", input("t1"))))), "k", "t1"))
                .isEqualTo(before);
        var queued = Story.members("a").peers("a", "p", "q").then(submit(job("k", Delivery.QUEUED, frozen)));
        assertThat(on(settled(queued.then(submit(job("l", input("t1"))))), "k", "t1"))
                .hasSize(2);
    }

    @Test
    void jobThatCannotGrowGoesOnAsItIs() {
        var none = input("t1").with(new Bounds(0, MANY)).requiring(GPU);
        var story = Story.members("a")
                .then(submit(job("j", none, middle("t2").with(Flux.KILL))), tagged("p", GPU), add("q", "a"));
        assertThat(on(settled(story), "j", "t2")).containsExactly(peer("p"));
    }

    @Test
    void taskBelowItsMinimumIsNotFrozenYet() {
        var two = middle("t2").with(new Bounds(2, MANY)).with(Flux.KILL);
        var none = input("t1").with(new Bounds(0, MANY));
        settled(Story.members("a")
                .then(submit(job("j", Delivery.QUEUED, none, two, middle("t3"))))
                .peers("a", "p", "q"));
    }

    @Test
    void queuedJobWithTooFewPeersUsesThemAll() {
        var three = input("t1").with(new Bounds(3, MANY));
        var story = Story.members("a")
                .then(submit(job("j", Delivery.QUEUED, three, middle("t2"))))
                .peers("a", "p", "q", "r");
        assertThat(on(settled(story), "j", "t1")).hasSize(2);
    }

    @Test
    void joinerThatAbortsTwiceDoesNotAbortItsNextAttempt() {
        var story = Story.members("a").then(prepare("b"), new NotifyJoinCluster(group("b")));
        var left = story.then(new GroupLeaveCluster(group("a")), prepare("c"), new AbortJoinCluster(group("b")));
        assertThat(new AbortJoinCluster(group("b")).isMoot(left.replica())).isFalse();
        assertThat(new AbortJoinCluster(group("b"))
                        .isMoot(left.then(prepare("b")).replica()))
                .isTrue();
    }
}
