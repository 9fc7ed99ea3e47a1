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
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
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
                "");
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
                "");
        var story = Story.members("a")
                .under(Allocation.VOLUNTEERED, JobScheduler.GREEDY)
                .peers("a", "p", "q")
                .then(submit(greedy), submit(job("k", input("in"))), volunteer("p"), volunteer("q"));
        assertThat(on(story.replica(), "j", "in")).containsExactly(peer("p"), peer("q"));
        assertThat(story.replica().jobs().live().get(id("j")).job().indexOf(task("in")))
                .isZero();
    }
}
