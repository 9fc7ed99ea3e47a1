package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.outline.Cause;
import org.junit.jupiter.api.Test;

class CompleteJobTest {

    private static final CompleteJob COMPLETE = new CompleteJob(id("j"));

    @Test
    void jobIsCompletedOnceAndOthersTakeItsPeers() {
        var story = Story.members("a")
                .peers("a", "p", "q")
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))));
        var told = story.tell(COMPLETE);
        assertThat(told.after().jobs().completed().keys()).containsExactly(id("j"));
        assertThat(on(told.after(), "k", "in")).hasSize(2);
        told.nobodySpeaks();
        story.then(COMPLETE).tell(COMPLETE).isRefused();
    }

    @Test
    void itsVolunteersLookForWork() {
        Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))), volunteer("p"), volunteer("q"))
                .tell(COMPLETE)
                .onlySpeaks("a", volunteer("p"));
    }

    @Test
    void killedOrUnknownJobIsRefused() {
        Story.members("a").tell(COMPLETE).isRefused();
        Story.members("a")
                .then(submit(job("j", input("in"))), new KillJob(id("j"), Cause.UNSAID))
                .tell(COMPLETE)
                .isRefused();
    }
}
