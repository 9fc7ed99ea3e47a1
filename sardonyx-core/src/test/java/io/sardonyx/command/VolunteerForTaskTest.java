package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.middle;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Volunteers;
import io.sardonyx.value.PeerId;
import java.util.List;
import org.junit.jupiter.api.Test;

class VolunteerForTaskTest {

    @Test
    void peerGoesToTheJobBelowItsShareAndTheTaskWithFewest() {
        var story = Story.volunteers("a")
                .peers("a", "p", "q", "r")
                .then(submit(job("j", input("in"), output("out"))), submit(job("k", input("in"))))
                .then(volunteer("p"));
        assertThat(on(story.replica(), "j", "in")).containsExactly(peer("p"));
        var told = story.tell(volunteer("q"));
        assertThat(on(told.after(), "j", "out")).containsExactly(peer("q"));
        assertThat(told.after().peers().present().get(peer("q")).active()).isTrue();
        assertThat(told.after().jobs().live().get(id("j")).version()).isEqualTo(told.position());
        told.nobodySpeaks();
        assertThat(on(story.then(volunteer("q")).tell(volunteer("r")).after(), "k", "in"))
                .containsExactly(peer("r"));
    }

    @Test
    void peerThatItsJobDoesNotDeserveLeavesItForAnother() {
        var story = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))), volunteer("p"), volunteer("q"))
                .then(submit(job("k", input("in"))));
        var told = story.tell(volunteer("q"));
        assertThat(on(told.after(), "j", "in")).containsExactly(peer("p"));
        assertThat(on(told.after(), "k", "in")).containsExactly(peer("q"));
    }

    @Test
    void peerThatIsNeededWhereItIsStays() {
        var story = Story.volunteers("a").peers("a", "p").then(submit(job("j", input("in"))), volunteer("p"));
        story.tell(volunteer("p")).isRefused();
    }

    @Test
    void peersOfATaskAboveItsPercentageVolunteerAgain() {
        Outline job = new Outline(
                id("j"),
                List.of(
                        input("in").with(new Percentage(50_000_000)),
                        middle("do").with(new Percentage(50_000_000))),
                TaskScheduler.PERCENTAGE,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.QUEUED,
                false,
                "",
                0);
        var story = Story.volunteers("a", "b").peers("a", "p").peers("b", "q").then(submit(job));
        var alone = story.then(volunteer("p"));
        assertThat(on(alone.replica(), "j", "in")).containsExactly(peer("p"));
        var told = alone.tell(volunteer("q"));
        assertThat(on(told.after(), "j", "do")).containsExactly(peer("q"));
        told.nobodySpeaks();
        assertThat(story.then(volunteer("p"), volunteer("q"))
                        .replica()
                        .volunteering()
                        .superfluous())
                .isEmpty();
    }

    @Test
    void nobodyVolunteersWherePeersArePlannedOrForNothing() {
        Story.members("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"))))
                .tell(volunteer("p"))
                .isRefused();
        Story.volunteers("a").peers("a", "p").tell(volunteer("p")).isRefused();
        Story.volunteers("a")
                .then(submit(job("j", input("in"))))
                .tell(volunteer("x"))
                .isRefused();
    }

    /** A cluster of the newest format, with one peer group. */
    private static Story newest() {
        return Story.members("a")
                .then(new FoundCluster(
                        "onyx", Allocation.VOLUNTEERED, JobScheduler.BALANCED, 100, "e", ClusterParameters.FORMAT));
    }

    private static Outline limited(String name, int most) {
        Outline job = job(name, input("in"));
        return new Outline(
                job.id(), job.tasks(), job.scheduler(), job.percentage(), most, job.delivery(), job.wholeOnly(), "", 0);
    }

    @Test
    void onlyAsManyVolunteersSpeakAsThereArePlacesFor() {
        var story = Story.volunteers("a", "b")
                .peers("a", "p", "q")
                .peers("b", "r", "s")
                .then(submit(limited("j", 2)));
        assertThat(elected(story)).containsExactly(peer("p"), peer("q"));
        assertThat(volunteer("p").isMoot(story.replica())).isFalse();
        assertThat(volunteer("r").isMoot(story.replica())).isTrue();
        var won = story.then(volunteer("r"));
        assertThat(volunteer("p").isMoot(won.replica())).isFalse();
        assertThat(volunteer("q").isMoot(won.replica())).isTrue();
        assertThat(volunteer("p").isMoot(won.then(volunteer("s")).replica())).isTrue();
        assertThat(volunteer("x").isMoot(story.replica())).isTrue();
    }

    @Test
    void anotherPeerIsElectedWhenTheGroupOfAnElectedOneDies() {
        var story = Story.volunteers("a", "b")
                .peers("a", "p", "q")
                .peers("b", "r", "s")
                .then(submit(limited("j", 1)));
        assertThat(elected(story)).containsExactly(peer("p"));
        story.tell(new GroupLeaveCluster(Story.group("a"))).onlySpeaks("b", volunteer("r"));
    }

    @Test
    void idlePeerIsElectedBeforeOneThatHasWork() {
        var story = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))), volunteer("p"), volunteer("q"))
                .peers("a", "r", "s")
                .then(submit(job("k", input("in"))));
        assertThat(elected(story)).containsExactly(peer("r"), peer("s"));
        assertThat(elected(story.then(volunteer("r"), volunteer("s")))).isEmpty();
    }

    private static List<PeerId> elected(Story story) {
        return Volunteers.of(story.replica()).elected();
    }

    @Test
    void lateVolunteeringGoesWhereAPeerIsWantedNow() {
        var story = Story.volunteers("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"))))
                .then(new KillJob(id("j"), Cause.UNSAID), submit(job("k", input("in"))));
        assertThat(on(story.tell(volunteer("p")).after(), "k", "in")).containsExactly(peer("p"));
    }

    @Test
    void unfitGroupsPeersLeaveTheJobAndGoElsewhere() {
        var story = Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"))), volunteer("p"), volunteer("q"));
        var told = story.tell(new DeclareUnfit(Story.group("a"), id("j"), "no jar"));
        assertThat(on(told.after(), "j", "in")).isEmpty();
        var unfit = story.at(told.after());
        assertThat(elected(unfit)).containsExactly(peer("q"));
        unfit.tell(volunteer("p")).isRefused();
        assertThat(on(unfit.tell(volunteer("q")).after(), "j", "in")).containsExactly(peer("q"));
        assertThat(elected(unfit.then(submit(job("k", input("in")))))).containsExactly(peer("p"), peer("q"));
    }

    @Test
    void heldJobHasNoShareAndKeepsNobodyWaiting() {
        var story = newest().peers("a", "q").then(submit(job("j", input("in"))), submit(job("k", input("in"))));
        var run = story.replica().jobs().live().get(id("j"));
        assertThat(run).isNotNull();
        var health = run.health();
        while (!health.held()) {
            health = health.afterDeath();
        }
        var held = story.at(story.replica().with(story.replica().jobs().with(run.with(health))));
        assertThat(on(held.tell(volunteer("q")).after(), "k", "in")).containsExactly(peer("q"));
    }

    @Test
    void jobThatTagsLeaveUncoveredHoldsNobody() {
        var gpu = Tags.of(List.of("gpu"));
        var story = newest().peers("a", "p", "q")
                .then(submit(job("j", Delivery.DIRECT, input("in").requiring(gpu), output("out"))));
        story.tell(volunteer("p")).isRefused();
        assertThat(elected(story)).isEmpty();
    }

    @Test
    void peerOfATaskThatMayNotChangeStays() {
        var story = newest().peers("a", "p", "q", "r")
                .then(submit(job("j", input("in").with(Flux.KILL), output("out"))))
                .then(volunteer("p"), volunteer("q"), volunteer("r"))
                .then(submit(job("k", input("in"))), submit(job("l", input("in"))));
        assertThat(on(story.replica(), "j", "in")).containsExactly(peer("p"), peer("r"));
        assertThat(elected(story)).containsExactly(peer("q"));
        story.tell(volunteer("p")).isRefused();
    }

    @Test
    void tagsDecideWhereAVolunteerMayGo() {
        var gpu = Tags.of(List.of("gpu"));
        var story = Story.volunteers("a")
                .peers("a", "p")
                .then(submit(job("j", input("in").requiring(gpu), output("out"))));
        var told = story.tell(volunteer("p"));
        assertThat(on(told.after(), "j", "out")).containsExactly(peer("p"));
        Story.volunteers("a")
                .peers("a", "p")
                .then(submit(job("j", input("in").requiring(gpu))))
                .tell(volunteer("p"))
                .isRefused();
    }

    @Test
    void greedySendsEverybodyToTheFirstJobAndItsFirstTask() {
        Outline greedy = new Outline(
                id("j"),
                List.of(input("in"), output("out")),
                TaskScheduler.GREEDY,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.QUEUED,
                false,
                "",
                0);
        var story = Story.members("a")
                .under(Allocation.VOLUNTEERED, JobScheduler.GREEDY)
                .peers("a", "p", "q")
                .then(submit(greedy), submit(job("k", input("in"))), volunteer("p"), volunteer("q"));
        assertThat(on(story.replica(), "j", "in")).containsExactly(peer("p"), peer("q"));
        assertThat(story.replica().jobs().live().get(id("j")).job().indexOf(task("in")))
                .isZero();
    }
}
