package io.sardonyx.duty;

import static io.sardonyx.command.Story.accept;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.SealOutput;
import io.sardonyx.command.SealTask;
import io.sardonyx.command.SignalReady;
import io.sardonyx.command.Story;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Tags;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.Site;
import org.junit.jupiter.api.Test;

class DutiesTest {

    private static Duties of(Story story, String group) {
        return Duties.of(story.replica(), group(group));
    }

    /** A ring in which b has yet to notify its joiner x. */
    private static Story prepared() {
        Story ring = Story.members("a", "b", "c");
        Replica replica = ring.replica();
        return ring.at(replica.with(replica.ring().prepare(group("b"), group("x"))));
    }

    private static Story notified() {
        return prepared().then(new NotifyJoinCluster(group("x")));
    }

    @Test
    void memberWatchesItsSuccessorAndTheLastOneNobody() {
        Story ring = Story.members("a", "b", "c");
        assertThat(of(ring, "a").watches()).containsExactly(group("b"));
        assertThat(of(ring, "c").watches()).containsExactly(group("a"));
        assertThat(of(Story.members("a"), "a").watches()).isEmpty();
    }

    @Test
    void observerAlsoWatchesItsJoinerInBothPhases() {
        assertThat(of(prepared(), "b").watches()).containsExactly(group("c"), group("x"));
        assertThat(of(notified(), "b").watches()).containsExactly(group("c"), group("x"));
        assertThat(of(prepared(), "a").watches()).containsExactly(group("b"));
    }

    @Test
    void joinerWatchesItsObserverAndOnceAcceptedItsSuccessorToBe() {
        assertThat(of(prepared(), "x").watches()).containsExactly(group("b"));
        assertThat(of(notified(), "x").watches()).containsExactly(group("b"), group("c"));
    }

    @Test
    void joinerOfALoneMemberWatchesItOnce() {
        Story story = Story.members("a").then(prepare("x"), new NotifyJoinCluster(group("x")));
        assertThat(of(story, "x").watches()).containsExactly(group("a"));
    }

    @Test
    void joinerWhoseSuccessorToBeDiesAfterNotifyWatchesTheNextOne() {
        Story story = notified().then(new GroupLeaveCluster(group("c")));
        assertThat(of(story, "x").watches()).containsExactly(group("b"), group("a"));
        assertThat(of(story.then(accept("x", "b")), "x").watches()).containsExactly(group("a"));
    }

    @Test
    void observerDropsItsOldWatchWhenTheJoinerIsIn() {
        assertThat(of(notified().then(accept("x", "b")), "b").watches()).containsExactly(group("x"));
    }

    @Test
    void outsiderWithoutAnObserverWatchesTheMemberThatFollowsItById() {
        Story ring = Story.members("b", "d");
        assertThat(of(ring, "a").watches()).containsExactly(group("b"));
        assertThat(of(ring, "c").watches()).containsExactly(group("d"));
        assertThat(of(ring, "e").watches()).containsExactly(group("b"));
        assertThat(of(Story.empty(), "e").watches()).isEmpty();
    }

    @Test
    void survivorWatchesWhoeverFollowsTheDead() {
        Story story = Story.members("a", "b", "c").then(new GroupLeaveCluster(group("b")));
        assertThat(of(story, "a").watches()).containsExactly(group("c"));
    }

    @Test
    void whoIsHeldForGoneHasNoDutyButToComeBackUnderAnotherId() {
        Duties duties = of(Story.members("a", "b").then(new GroupLeaveCluster(group("b"))), "b");
        assertThat(duties.evicted()).isTrue();
        assertThat(duties.watches()).isEmpty();
        assertThat(duties.work()).isEmpty();
        assertThat(duties.owed()).isEmpty();
    }

    @Test
    void observerOwesANotifyAndTheJoinerAnAccept() {
        assertThat(of(prepared(), "b").owed()).containsExactly(new NotifyJoinCluster(group("x")));
        assertThat(of(prepared(), "x").owed()).isEmpty();
        assertThat(of(notified(), "b").owed()).isEmpty();
        assertThat(of(notified(), "x").owed())
                .containsExactly(new AcceptJoinCluster(group("x"), group("b"), group("c")));
    }

    @Test
    void outsiderOwesAPrepareOnlyWhileSomebodyIsFree() {
        assertThat(of(Story.empty(), "x").owed()).containsExactly(prepare("x"));
        assertThat(of(Story.members("a"), "x").owed()).containsExactly(prepare("x"));
        assertThat(of(Story.members("a").then(prepare("y")), "x").owed()).isEmpty();
    }

    @Test
    void idlePeerThatTheRuleWouldPlaceOwesToVolunteer() {
        Story story = Story.volunteers("a", "b").peers("a", "p").peers("b", "q");
        assertThat(of(story, "a").owed()).isEmpty();
        Story withJob = story.then(submit(job("j", input("in"))));
        assertThat(of(withJob, "a").owed()).containsExactly(volunteer("p"));
        assertThat(of(withJob.then(volunteer("p")), "a").owed()).isEmpty();
        assertThat(of(withJob.then(volunteer("p")), "b").owed()).containsExactly(volunteer("q"));
    }

    @Test
    void volunteersBeginADirectJobWhenEveryTaskHasItsPeers() {
        Story story = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(job("j", Delivery.DIRECT, input("in"), output("out"))), volunteer("p"));
        assertThat(of(story, "a").work()).isEmpty();
        assertThat(of(story.then(volunteer("q")), "a").work()).hasSize(2);
        Story queued = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(job("j", Delivery.QUEUED, input("in"), output("out"))), volunteer("p"));
        assertThat(of(queued, "a").work()).hasSize(1);
    }

    @Test
    void peerThatItsJobNoLongerDeservesOwesToVolunteer() {
        Story story = Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"))), volunteer("p"), volunteer("q"), submit(job("k", input("in"))));
        assertThat(of(story, "a").owed()).isEmpty();
        assertThat(of(story, "b").owed()).containsExactly(volunteer("q"));
    }

    @Test
    void workCarriesTheFenceAndWhoTakesPart() {
        Story story = Story.members("a", "b")
                .then(new AddVirtualPeer(peer("p"), group("a"), new Site("here"), Tags.NONE))
                .then(new AddVirtualPeer(peer("q"), group("b"), null, Tags.NONE))
                .then(submit(job("j", input("in"), output("out"))));
        Duties duties = of(story, "a");
        assertThat(duties.work()).hasSize(1);
        Work work = duties.work().get(0);
        assertThat(work.assignment()).isEqualTo(new Assignment(peer("p"), id("j"), task("in"), 0));
        assertThat(work.fence())
                .isEqualTo(story.replica().jobs().live().get(id("j")).version());
        assertThat(work.routes().receivers().get(task("in")))
                .containsExactly(new Receiver(0, peer("p"), new Site("here")));
        assertThat(work.routes().receivers().get(task("out"))).containsExactly(new Receiver(0, peer("q"), null));
        assertThat(of(story, "x").work()).isEmpty();
    }

    /** A direct job on three peers: p has read all, q and r publish. */
    private static Story exhausted() {
        var one = input("in").with(new Bounds(1, 1));
        return Story.members("a", "b")
                .peers("a", "p", "q")
                .peers("b", "r")
                .then(submit(job("j", one, output("out"))), new ExhaustInput(id("j"), task("in")));
    }

    @Test
    void lowestSlotOfAnOutputSealsItWhenAllInputsAreExhausted() {
        Story story = exhausted();
        assertThat(Story.on(story.replica(), "j", "out")).containsExactly(peer("q"), peer("r"));
        assertThat(of(story, "a").seals()).containsExactly(new Assignment(peer("q"), id("j"), task("out"), 0));
        assertThat(of(story, "b").seals()).isEmpty();
    }

    @Test
    void nobodySealsBeforeThatOrTwice() {
        Story running = Story.members("a").peers("a", "p", "q").then(submit(job("j", input("in"), output("out"))));
        assertThat(of(running, "a").seals()).isEmpty();
        assertThat(of(exhausted().then(new SealOutput(id("j"), task("out"))), "a")
                        .seals())
                .isEmpty();
    }

    @Test
    void successorOfADeadSealerSealsWhetherOrNotItSaysThatItIsReady() {
        Story story = exhausted().then(new LeaveCluster(peer("q")));
        assertThat(Story.on(story.replica(), "j", "out")).containsExactly(peer("r"));
        var seal = new Assignment(peer("r"), id("j"), task("out"), 1);
        assertThat(of(story, "b").seals()).containsExactly(seal);
        assertThat(of(story.then(new SignalReady(peer("r"))), "b").seals()).containsExactly(seal);
    }

    @Test
    void electedSealerOfAQueuePassesOnTheEndMark() {
        Story story = Story.volunteers("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"))), volunteer("p"))
                .then(new SealTask(peer("p"), id("j"), task("in")));
        assertThat(of(story, "a").seals()).containsExactly(new Assignment(peer("p"), id("j"), task("in"), 0));
    }

    @Test
    void whoCalledGcTrimsAndNobodyElse() {
        Story story = Story.members("a", "b").then(new Gc(group("b")));
        assertThat(of(story, "b").trims()).contains(story.replica().trim().position());
        assertThat(of(story, "a").trims()).isEmpty();
    }
}
