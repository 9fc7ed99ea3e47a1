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

import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.outline.Cause;
import org.junit.jupiter.api.Test;

class CompleteTaskTest {

    private static CompleteTask complete(String peer, String task) {
        return new CompleteTask(peer(peer), id("j"), task(task));
    }

    private static Story story() {
        return Story.volunteers("a", "b")
                .peers("a", "p")
                .peers("b", "q")
                .then(submit(job("j", input("in"), output("out"))), volunteer("p"), volunteer("q"));
    }

    @Test
    void taskIsCompleteAndItsPeersAreIdleAndVolunteer() {
        var told = story().tell(complete("p", "in"));
        assertThat(stage(told.after(), "j", "in")).isEqualTo(Stage.COMPLETE);
        assertThat(told.after().jobs().live().get(id("j")).completed()).containsExactly(task("in"));
        assertThat(told.after().peers().present().get(peer("p")).assignment()).isNull();
        assertThat(on(told.after(), "j", "out")).containsExactly(peer("q"));
        told.onlySpeaks("a", volunteer("p"));
    }

    @Test
    void jobIsCompleteWithItsLastTask() {
        var told = story().then(complete("p", "in")).tell(complete("q", "out"));
        assertThat(told.after().jobs().live().isEmpty()).isTrue();
        assertThat(told.after().jobs().completed().get(id("j")).completed()).containsExactly(task("in"), task("out"));
        told.onlySpeaks("b", volunteer("q"));
    }

    @Test
    void planMovesOnToTheNextTask() {
        var story =
                Story.members("a").peers("a", "p").then(submit(job("j", Delivery.QUEUED, input("in"), output("out"))));
        assertThat(on(story.replica(), "j", "in")).containsExactly(peer("p"));
        var told = story.tell(complete("p", "in"));
        assertThat(on(told.after(), "j", "out")).containsExactly(peer("p"));
        told.nobodySpeaks();
    }

    @Test
    void whoIsNotOnTheTaskCompletesNothing() {
        story().tell(complete("q", "in")).isRefused();
        story().tell(complete("x", "in")).isRefused();
        story().tell(complete("p", "nowhere")).isRefused();
        story().then(complete("p", "in")).tell(complete("p", "in")).isRefused();
        story().then(new KillJob(id("j"), Cause.UNSAID))
                .tell(complete("p", "in"))
                .isRefused();
    }
}
