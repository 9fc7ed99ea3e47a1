package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Flux;
import org.junit.jupiter.api.Test;

class GroupLeaveClusterTest {

    private static GroupLeaveCluster leave(String group) {
        return new GroupLeaveCluster(group(group));
    }

    @Test
    void ringClosesOverTheGroupAndItsIdNeverReturns() {
        var told = Story.members("a", "b", "c").tell(leave("b"));
        var ring = told.after().ring();
        assertThat(ring.members().keys()).containsExactly(group("a"), group("c"));
        assertThat(ring.successor(group("a"))).isEqualTo(group("c"));
        assertThat(ring.successor(group("c"))).isEqualTo(group("a"));
        assertThat(ring.left()).containsExactly(group("b"));
        told.nobodySpeaks();
    }

    @Test
    void lastOfTwoWatchesNobodyAndTheLastOfAllLeavesAnEmptyRing() {
        var one = Story.members("a", "b").then(leave("b"));
        assertThat(one.replica().ring().successor(group("a"))).isNull();
        assertThat(one.tell(leave("a")).after().ring().members().isEmpty()).isTrue();
    }

    @Test
    void itsPeersAndOrphansAreGoneAndWorkIsPlannedAnew() {
        var told = Story.members("a", "b")
                .peers("a", "p")
                .peers("b", "q", "r")
                .then(submit(job("j", input("in"))))
                .tell(leave("b"));
        assertThat(told.after().peers().present().keys()).containsExactly(peer("p"));
        assertThat(on(told.after(), "j", "in")).containsExactly(peer("p"));
        var outside = Story.members("a").then(add("o", "x")).tell(leave("x"));
        assertThat(outside.after().peers().orphans().isEmpty()).isTrue();
    }

    @Test
    void joinerThatItHelpedIsTurnedAwayAtOnceAndAborts() {
        var told = Story.members("a").then(prepare("b"), add("p", "b")).tell(leave("a"));
        assertThat(told.after().ring().aborted()).containsExactly(group("b"));
        assertThat(told.after().peers().orphansOf(group("b"))).hasSize(1);
        told.onlySpeaks("b", new AbortJoinCluster(group("b")));
    }

    @Test
    void joinerThatDiesIsGoneAndItsObserverIsFree() {
        var told = Story.members("a").then(prepare("b")).tell(leave("b"));
        assertThat(told.after().ring().joining().isEmpty()).isTrue();
        assertThat(told.after().ring().aborted()).isEmpty();
        told.nobodySpeaks();
    }

    @Test
    void jobWhoseFrozenTaskLosesAPeerWithTheMachineIsKilled() {
        var told = Story.members("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in").with(Flux.KILL))))
                .tell(leave("b"));
        assertThat(told.after().jobs().live().isEmpty()).isTrue();
        var ending = told.after().jobs().killed().get(Story.id("j"));
        assertThat(ending.cause().reason()).isEqualTo("peer q left task in, whose flux policy is kill");
        assertThat(ending.cause().task()).isEqualTo(Story.task("in"));
        assertThat(told.after().peers().present().get(peer("p")).assignment()).isNull();
    }

    @Test
    void strangerIsRememberedSoThatItsLateEntriesAreRefused() {
        var told = Story.members("a").tell(leave("x"));
        assertThat(told.after().ring().left()).containsExactly(group("x"));
        told.nobodySpeaks();
    }

    @Test
    void deathReportedTwiceChangesNothing() {
        Story.members("a", "b").then(leave("b")).tell(leave("b")).isRefused();
    }

    @Test
    void volunteersThatASmallerClusterReleasesLookForWork() {
        var story = Story.volunteers("a", "b").peers("a", "p", "q", "r").peers("b", "s");
        story = story.then(submit(job("j", input("in"))), submit(job("k", input("in"))))
                .then(volunteer("p"), volunteer("q"), volunteer("r"), volunteer("s"));
        assertThat(on(story.replica(), "j", "in")).containsExactly(peer("p"), peer("q"));
        assertThat(on(story.replica(), "k", "in")).containsExactly(peer("r"), peer("s"));
        story.then(new LeaveCluster(peer("r"))).tell(leave("b")).onlySpeaks("a", volunteer("q"));
    }
}
