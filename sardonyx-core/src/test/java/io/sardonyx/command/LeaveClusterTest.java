package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.stage;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Progress;
import io.sardonyx.job.Flux;
import org.junit.jupiter.api.Test;

class LeaveClusterTest {

    private static LeaveCluster leave(String peer) {
        return new LeaveCluster(peer(peer));
    }

    @Test
    void peerIsGoneItsGroupStaysAndWorkIsPlannedAnew() {
        var told = Story.members("a")
                .peers("a", "p", "q", "r")
                .then(submit(job("j", input("in"), output("out"))))
                .tell(leave("p"));
        assertThat(told.after().ring().isMember(group("a"))).isTrue();
        assertThat(told.after().peers().knows(peer("p"))).isFalse();
        assertThat(on(told.after(), "j", "in")).hasSize(1);
        assertThat(on(told.after(), "j", "out")).hasSize(1);
        told.nobodySpeaks();
    }

    @Test
    void onlyTheFenceOfTheJobThatLostAPlaceChanges() {
        var story = Story.members("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))));
        assertThat(on(story.replica(), "k", "in")).containsExactly(peer("q"));
        long before = story.replica().jobs().live().get(Story.id("j")).version();
        var told = story.tell(leave("q"));
        assertThat(told.after().jobs().live().get(Story.id("j")).version()).isEqualTo(before);
        assertThat(told.after().jobs().live().get(Story.id("k")).version()).isEqualTo(told.position());
        assertThat(on(told.after(), "k", "in")).isEmpty();
    }

    @Test
    void jobWhoseFrozenTaskItRanIsKilled() {
        var told = Story.members("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in").with(Flux.KILL), output("out"))))
                .tell(leave("p"));
        assertThat(told.after().jobs().killed().keys()).containsExactly(Story.id("j"));
        assertThat(told.after().peers().present().get(peer("q")).assignment()).isNull();
    }

    @Test
    void sealerThatLeavesIsReplaced() {
        var story = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))), volunteer("p"))
                .then(new SealTask(peer("p"), Story.id("j"), Story.task("in")));
        assertThat(stage(story.replica(), "j", "in").sealer()).isEqualTo(peer("p"));
        var orphaned = story.then(leave("p"));
        assertThat(stage(orphaned.replica(), "j", "in").progress()).isEqualTo(Progress.OPEN);
        var again = orphaned.then(volunteer("q")).then(new SealTask(peer("q"), Story.id("j"), Story.task("in")));
        assertThat(stage(again.replica(), "j", "in").sealer()).isEqualTo(peer("q"));
    }

    @Test
    void orphanLeavesWithoutFurtherAdo() {
        var told = Story.members("a").then(add("p", "x")).tell(leave("p"));
        assertThat(told.after().peers().knows(peer("p"))).isFalse();
        told.nobodySpeaks();
    }

    @Test
    void unknownPeerIsRefused() {
        Story.members("a").tell(leave("p")).isRefused();
        Story.members("a").peers("a", "p").then(leave("p")).tell(leave("p")).isRefused();
    }

    @Test
    void volunteersOfAKilledJobLookForWork() {
        Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in").with(Flux.KILL))), volunteer("p"), volunteer("q"))
                .tell(leave("p"))
                .onlySpeaks("b", volunteer("q"));
    }
}
