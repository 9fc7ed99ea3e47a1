package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.outline.Cause;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
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
    void whatWasSkippedIsPartOfItsEnding() {
        var skipped = SortedTable.<TaskName, Long>empty().with(task("in"), 3L);
        var story = Story.members("a").peers("a", "p").then(submit(job("j", input("in"), output("out"))));
        var told = story.tell(new CompleteJob(id("j"), skipped));
        assertThat(told.after().jobs().completed().get(id("j")).skipped()).isEqualTo(skipped);
        told.nobodySpeaks();
        assertThat(story.tell(COMPLETE)
                        .after()
                        .jobs()
                        .completed()
                        .get(id("j"))
                        .skipped()
                        .isEmpty())
                .isTrue();
        story.then(COMPLETE).tell(new CompleteJob(id("j"), skipped)).isRefused();
    }

    @Test
    void whatWasSkippedBeforeIsAddedUp() {
        var skipped = SortedTable.<TaskName, Long>empty().with(task("in"), 3L);
        var story = Story.members("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"), output("out"))), new ExhaustInput(id("j"), task("in"), skipped));
        assertThat(story.tell(COMPLETE).after().jobs().completed().get(id("j")).skipped())
                .isEqualTo(skipped);
        assertThat(story.tell(new CompleteJob(id("j"), skipped.with(task("out"), 2L)))
                        .after()
                        .jobs()
                        .completed()
                        .get(id("j"))
                        .skipped())
                .isEqualTo(skipped.with(task("in"), 6L).with(task("out"), 2L));
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
