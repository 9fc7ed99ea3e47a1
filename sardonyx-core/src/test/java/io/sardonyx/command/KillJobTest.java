package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.outline.Cause;
import org.junit.jupiter.api.Test;

class KillJobTest {

    private static final KillJob KILL = new KillJob(id("j"), new Cause("division by zero", task("in"), null));

    @Test
    void jobIsKilledWithItsReasonAndOthersTakeItsPeers() {
        var told = Story.members("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))))
                .tell(KILL);
        var ending = told.after().jobs().killed().get(id("j"));
        assertThat(ending.cause().reason()).isEqualTo("division by zero");
        assertThat(ending.cause().task()).isEqualTo(task("in"));
        assertThat(ending.position()).isEqualTo(told.position());
        assertThat(told.after().jobs().live().keys()).containsExactly(id("k"));
        assertThat(on(told.after(), "k", "in")).hasSize(2);
        told.nobodySpeaks();
    }

    @Test
    void peersOfOtherJobsKeepWhatTheyDo() {
        var story = Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))), volunteer("p"), volunteer("q"));
        var told = story.tell(KILL);
        assertThat(told.after().peers().present().get(peer("q")))
                .isEqualTo(story.replica().peers().present().get(peer("q")));
        assertThat(told.after().peers().present().get(peer("p")).active()).isFalse();
        told.onlySpeaks("a", volunteer("p"));
    }

    @Test
    void finishedJobKeepsNoShare() {
        var story = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))));
        assertThat(story.replica().volunteering().shares()).containsExactly(1, 1);
        assertThat(story.then(KILL).replica().volunteering().shares()).containsExactly(2);
    }

    @Test
    void jobThatIsNotLiveIsRefused() {
        var story = Story.members("a").then(submit(job("j", input("in"), output("out"))));
        Story.members("a").tell(KILL).isRefused();
        story.then(KILL).tell(KILL).isRefused();
        story.then(new CompleteJob(id("j"))).tell(KILL).isRefused();
        story.then(KILL, new Gc(Story.group("a"))).tell(KILL).isRefused();
    }

    @Test
    void taskOfAnOlderFenceCannotKillTheJob() {
        var story = Story.members("a").peers("a", "p").then(submit(job("j", input("in"))));
        long fence = story.replica().jobs().live().get(id("j")).version();
        var late = new KillJob(id("j"), new Cause("replaced", task("in"), null), fence);
        story.then(add("q", "a")).tell(late).isRefused();
        assertThat(story.tell(late).after().jobs().killed().has(id("j"))).isTrue();
    }
}
