package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.stage;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Progress;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.outline.Cause;
import org.junit.jupiter.api.Test;

class SealTaskTest {

    private static SealTask seal(String peer) {
        return new SealTask(peer(peer), id("j"), task("in"));
    }

    private static Story two() {
        return Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"))), volunteer("p"), volunteer("q"));
    }

    @Test
    void lastPeerOnTheTaskBecomesItsSealer() {
        var story = Story.volunteers("a").peers("a", "p").then(submit(job("j", input("in"))), volunteer("p"));
        var told = story.tell(seal("p"));
        assertThat(stage(told.after(), "j", "in").sealer()).isEqualTo(peer("p"));
        assertThat(stage(told.after(), "j", "in").progress()).isEqualTo(Progress.SEALING);
        told.nobodySpeaks();
    }

    @Test
    void anyOtherLeavesTheTaskWhichTakesNobodyNew() {
        var told = two().tell(seal("p"));
        assertThat(on(told.after(), "j", "in")).containsExactly(peer("q"));
        assertThat(stage(told.after(), "j", "in").sealer()).isNull();
        assertThat(told.after().peers().present().get(peer("p")).assignment()).isNull();
        two().then(seal("p")).tell(volunteer("p")).isRefused();
    }

    @Test
    void whoLeavesTheTaskVolunteersAtOnce() {
        two().tell(seal("p")).onlySpeaks("a", volunteer("p"));
        two().then(seal("p")).tell(seal("q")).nobodySpeaks();
    }

    @Test
    void loopOfThePastOnlyCostsItsPeerThePlace() {
        var back = two().then(submit(job("k", input("in"))), volunteer("q"), new KillJob(id("k"), Cause.UNSAID))
                .then(volunteer("q"));
        assertThat(on(back.replica(), "j", "in")).containsExactly(peer("p"), peer("q"));
        var told = back.tell(seal("q"));
        assertThat(on(told.after(), "j", "in")).containsExactly(peer("p"));
        assertThat(stage(told.after(), "j", "in").sealer()).isNull();
    }

    @Test
    void theLastOneThatIsLeftSealsAfterTheOthers() {
        var told = two().then(seal("p")).tell(seal("q"));
        assertThat(stage(told.after(), "j", "in").sealer()).isEqualTo(peer("q"));
    }

    @Test
    void plannedPeerIsAtWorkFromTheMomentItIsPlaced() {
        var story = Story.members("a").peers("a", "p", "q").then(submit(job("j", Delivery.QUEUED, input("in"))));
        assertThat(on(story.replica(), "j", "in")).hasSize(2);
        var told = story.tell(seal("p"));
        assertThat(stage(told.after(), "j", "in").sealer()).isNull();
        assertThat(on(told.after(), "j", "in")).containsExactly(peer("q"));
    }

    @Test
    void sealerThatAsksAgainAndWhoIsNotOnTheTaskAreRefused() {
        two().then(seal("p"), seal("q")).tell(seal("q")).isRefused();
        two().then(seal("p")).tell(seal("p")).isRefused();
        two().tell(seal("x")).isRefused();
        two().tell(new SealTask(peer("p"), id("k"), task("in"))).isRefused();
        two().tell(new SealTask(peer("p"), id("j"), task("nowhere"))).isRefused();
        two().then(new KillJob(id("j"), Cause.UNSAID)).tell(seal("p")).isRefused();
    }

    @Test
    void deadSealerIsFollowedByWhoeverComesNext() {
        var story = Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"), output("out"))), volunteer("p"), volunteer("q"))
                .then(seal("p"), new GroupLeaveCluster(Story.group("a")));
        assertThat(stage(story.replica(), "j", "in").isOpen()).isTrue();
        assertThat(stage(story.replica(), "j", "in").sealer()).isNull();
    }
}
