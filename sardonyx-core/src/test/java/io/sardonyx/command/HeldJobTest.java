package io.sardonyx.command;

import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Delivery;
import io.sardonyx.replica.Health;
import io.sardonyx.replica.Invariants;
import io.sardonyx.value.TaskName;
import org.junit.jupiter.api.Test;

/** A job that goes on killing processes is held, and its neighbours go on. */
class HeldJobTest {

    private static Story withTwoJobs() {
        return Story.members("a")
                .peers("a", "p", "p2")
                .then(submit(job("bad", input("in"))), submit(job("good", input("in"))));
    }

    /** A process comes, gets a peer of each job, says that the good one gets on, and dies. */
    private static Story afterDeaths(int deaths) {
        Story story = withTwoJobs();
        for (int i = 0; i < deaths; i++) {
            String name = "x" + i;
            Story joined = story.at(story.replica().with(story.replica().ring().prepare(group("a"), group(name))));
            story = joined.then(new NotifyJoinCluster(group(name)), Story.accept(name, "a"))
                    .peers(name, name + "-1", name + "-2")
                    .then(new GroupLeaveCluster(group(name), true));
            for (var reader : on(story.replica(), "good", "in")) {
                story = story.then(new NoteProgress(reader, id("good")));
            }
        }
        return story;
    }

    private static Health health(Story story, String job) {
        return story.replica().jobs().live().get(id(job)).health();
    }

    @Test
    void jobIsHeldAfterFiveDeathsWithoutProgress() {
        assertThat(health(afterDeaths(4), "bad").held()).isFalse();
        Story held = afterDeaths(5);
        assertThat(health(held, "bad").held()).isTrue();
        assertThat(on(held.replica(), "bad", "in")).isEmpty();
        assertThat(health(held, "good").deaths()).isZero();
        assertThat(on(held.replica(), "good", "in")).containsExactlyInAnyOrder(peer("p"), peer("p2"));
        assertThat(Invariants.violated(held.replica())).isEmpty();
    }

    @Test
    void releasedJobRunsAgain() {
        Story released = afterDeaths(5).then(new ReleaseJob(id("bad")));
        assertThat(on(released.replica(), "bad", "in")).hasSize(1);
        assertThat(health(released, "bad")).isEqualTo(Health.GOOD);
        released.tell(new ReleaseJob(id("bad"))).isRefused();
        released.tell(new ReleaseJob(id("unknown"))).isRefused();
    }

    @Test
    void processThatLeavesByItselfIsNoDeath() {
        Story story = Story.members("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"))))
                .then(new GroupLeaveCluster(group("b")));
        assertThat(health(story, "j").deaths()).isZero();
    }

    @Test
    void progressCountsOnceAllReadersHaveGotOn() {
        Story story = Story.members("a", "b")
                .peers("a", "p", "q")
                .peers("b", "r")
                .then(submit(job("j", input("in"))))
                .then(new GroupLeaveCluster(group("b"), true));
        assertThat(health(story, "j").deaths()).isOne();
        Story one = story.then(new NoteProgress(peer("p"), id("j")));
        assertThat(health(one, "j").deaths()).isOne();
        assertThat(health(one.then(new NoteProgress(peer("q"), id("j"))), "j")).isEqualTo(Health.GOOD);
        one.tell(new NoteProgress(peer("p"), id("j"))).isRefused();
        one.tell(new NoteProgress(peer("unknown"), id("j"))).isRefused();
    }

    @Test
    void queuedJobWhoseInputIsReadGetsOnByAnyTask() {
        Story reading = Story.members("a", "b", "c")
                .peers("a", "p")
                .peers("b", "q")
                .peers("c", "r")
                .then(submit(job("j", Delivery.QUEUED, input("in"), output("out"))));
        Story died = reading.then(new GroupLeaveCluster(group("c"), true));
        assertThat(health(died, "j").deaths()).isOne();
        var writer = on(died.replica(), "j", "out").get(0);
        died.tell(new NoteProgress(writer, id("j"))).isRefused();

        Story read = died;
        for (var reader : on(died.replica(), "j", "in")) {
            read = read.then(new SealTask(reader, id("j"), TaskName.of("in")));
            read = read.then(new CompleteTask(reader, id("j"), TaskName.of("in")));
        }
        assertThat(on(read.replica(), "j", "in")).isEmpty();
        assertThat(health(read, "j").deaths()).isOne();
        var any = on(read.replica(), "j", "out").get(0);
        assertThat(health(read.then(new NoteProgress(any, id("j"))), "j")).isEqualTo(Health.GOOD);
    }
}
