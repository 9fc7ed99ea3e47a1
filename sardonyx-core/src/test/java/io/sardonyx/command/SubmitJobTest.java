package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.replica.Run;
import org.junit.jupiter.api.Test;

class SubmitJobTest {

    @Test
    void jobIsLiveLastInOrderAndPlaced() {
        var told = Story.members("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))))
                .tell(submit(job("k", input("in"))));
        assertThat(told.after().jobs().live().keys()).containsExactly(id("j"), id("k"));
        assertThat(on(told.after(), "k", "in")).hasSize(1);
        assertThat(told.after().jobs().live().get(id("k")).version()).isEqualTo(told.position());
        told.nobodySpeaks();
    }

    @Test
    void jobThatTooFewPeersAreThereForHoldsNobodyAndHasNoFence() {
        var told = Story.members("a").peers("a", "p").tell(submit(job("j", input("in"), output("out"))));
        assertThat(told.after().jobs().live().get(id("j")).demand().size()).isZero();
        assertThat(told.after().jobs().live().get(id("j")).version()).isEqualTo(Run.NEVER_PLACED);
    }

    @Test
    void deliveryThatNobodyChoseIsDecidedByTheCluster() {
        var planned = Story.members("a").tell(submit(job("j", input("in"))));
        assertThat(planned.after().jobs().live().get(id("j")).job().delivery()).isEqualTo(Delivery.DIRECT);
        var volunteered = Story.volunteers("a").tell(submit(job("j", input("in"))));
        assertThat(volunteered.after().jobs().live().get(id("j")).job().delivery())
                .isEqualTo(Delivery.QUEUED);
    }

    @Test
    void idThatIsLiveKilledCompletedOrRetiredIsRefused() {
        var submit = submit(job("j", input("in")));
        var live = Story.members("a").then(submit);
        live.tell(submit).isRefused();
        live.then(new KillJob(id("j"), Cause.UNSAID)).tell(submit).isRefused();
        live.then(new CompleteJob(id("j"))).tell(submit).isRefused();
        live.then(new CompleteJob(id("j")), new Gc(Story.group("a")))
                .tell(submit)
                .isRefused();
    }

    @Test
    void submissionThatWasPlannedEarlierIsRefusedWhenAnythingCameInBetween() {
        var job = job("j", input("in"));
        var story = Story.members("a").peers("a", "p");
        long last = story.tell(submit(job)).position() - 1;
        assertThat(story.tell(new SubmitJob(job, last)).after().jobs().knows(job.id()))
                .isTrue();
        story.tell(new SubmitJob(job, last - 1)).isRefused();
        story.tell(new SubmitJob(job, last + 1)).isRefused();
    }

    @Test
    void idleVolunteersAndThoseThatOthersNoLongerDeserveProposeThemselves() {
        var story = Story.volunteers("a", "b").peers("a", "p", "q").peers("b", "r");
        var first = story.tell(submit(job("j", input("in"))));
        first.speaks("a", volunteer("p"), volunteer("q")).speaks("b", volunteer("r"));
        story.then(submit(job("j", input("in"))), volunteer("p"), volunteer("q"), volunteer("r"))
                .tell(submit(job("k", input("in"))))
                .onlySpeaks("b", volunteer("r"));
    }

    @Test
    void greedyVolunteersComeForTheFirstJobOnly() {
        var story = Story.members("a")
                .under(Allocation.VOLUNTEERED, JobScheduler.GREEDY)
                .peers("a", "p");
        story.tell(submit(job("j", input("in")))).onlySpeaks("a", volunteer("p"));
        story.then(submit(job("j", input("in"))))
                .tell(submit(job("k", input("in"))))
                .nobodySpeaks();
    }

    @Test
    void tenPeersCoverMinimumsOfThreeAndSeven() {
        var three = new Bounds(3, Bounds.UNBOUNDED);
        var seven = new Bounds(7, Bounds.UNBOUNDED);
        var told = Story.members("a")
                .peers("a", "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9")
                .then(submit(job("j", input("in").with(three))))
                .tell(submit(job("k", input("in").with(seven))));
        assertThat(on(told.after(), "j", "in")).hasSize(3);
        assertThat(on(told.after(), "k", "in")).hasSize(7).contains(peer("p9"));
    }
}
