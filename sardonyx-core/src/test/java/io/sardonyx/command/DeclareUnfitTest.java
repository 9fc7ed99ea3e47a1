package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.replica.Invariants;
import org.junit.jupiter.api.Test;

class DeclareUnfitTest {

    private static final DeclareUnfit B_LACKS_THE_JAR = new DeclareUnfit(group("b"), id("j"), "no class Words");

    private static Story twoMembers() {
        return Story.members("a", "b")
                .peers("a", "p", "q")
                .peers("b", "r", "s")
                .then(submit(job("j", input("in"), output("out"))), submit(job("k", input("in"))));
    }

    @Test
    void planLeavesPeersOfUnfitMembersOutOfThatJobOnly() {
        var told = twoMembers().tell(B_LACKS_THE_JAR);
        assertThat(on(told.after(), "j", "in")).isSubsetOf(peer("p"), peer("q")).hasSize(1);
        assertThat(on(told.after(), "j", "out"))
                .isSubsetOf(peer("p"), peer("q"))
                .hasSize(1);
        assertThat(on(told.after(), "k", "in")).containsExactlyInAnyOrder(peer("r"), peer("s"));
        assertThat(Invariants.violated(told.after())).isEmpty();
        told.nobodySpeaks();
    }

    @Test
    void jobForWhichNoMemberIsFitIsKilledWithTheReason() {
        var told = twoMembers().then(B_LACKS_THE_JAR).tell(new DeclareUnfit(group("a"), id("j"), "no secret"));
        var ending = told.after().jobs().killed().get(id("j"));
        assertThat(ending.cause().reason()).isEqualTo("no secret");
        assertThat(ending.cause().by()).isEqualTo("a");
    }

    @Test
    void memberThatComesBackIsFitAgain() {
        var gone = twoMembers().then(B_LACKS_THE_JAR, new GroupLeaveCluster(group("b")));
        assertThat(gone.replica().jobs().live().get(id("j")).health().unfit().isEmpty())
                .isTrue();
    }

    @Test
    void newcomersTakePart() {
        var alone = Story.members("a", "b")
                .peers("a", "p")
                .peers("b", "r")
                .then(submit(job("j", input("in"), output("out"))))
                .then(B_LACKS_THE_JAR);
        assertThat(on(alone.replica(), "j", "in")).isEmpty();
        assertThat(on(alone.then(add("q", "a")).replica(), "j", "in")).hasSize(1);
    }

    @Test
    void strangersAndEndedJobsChangeNothing() {
        var story = twoMembers();
        story.tell(new DeclareUnfit(group("stranger"), id("j"), "?")).isRefused();
        story.tell(new DeclareUnfit(group("b"), id("unknown"), "?")).isRefused();
        story.then(B_LACKS_THE_JAR).tell(B_LACKS_THE_JAR).isRefused();
    }

    @Test
    void longReasonIsCut() {
        assertThat(new DeclareUnfit(group("b"), id("j"), "x".repeat(1 << 20)).reason())
                .hasSize(DeclareUnfit.MAX_REASON);
    }
}
