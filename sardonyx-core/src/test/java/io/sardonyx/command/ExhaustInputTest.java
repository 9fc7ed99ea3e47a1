package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.middle;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.outline.Cause;
import org.junit.jupiter.api.Test;

class ExhaustInputTest {

    private static final ExhaustInput EXHAUST = new ExhaustInput(id("j"), task("in"));

    @Test
    void inputIsExhaustedAndTheJobGoesOn() {
        var told = Story.members("a")
                .then(submit(job("j", input("in"), output("out"))))
                .tell(EXHAUST);
        var run = told.after().jobs().live().get(id("j"));
        assertThat(run.exhausted()).containsExactly(task("in"));
        assertThat(run.isExhausted()).isTrue();
        assertThat(run.isSealed()).isFalse();
        told.nobodySpeaks();
    }

    @Test
    void jobWithoutOutputsIsCompleteWithItsLastInput() {
        var story = Story.members("a").then(submit(job("j", input("in"), input("too"), middle("end"))));
        var one = story.then(EXHAUST);
        assertThat(one.replica().jobs().live().has(id("j"))).isTrue();
        var told = one.tell(new ExhaustInput(id("j"), task("too")));
        assertThat(told.after().jobs().completed().keys()).containsExactly(id("j"));
    }

    @Test
    void whatIsNoInputOrExhaustedAlreadyOrOfNoLiveJobIsRefused() {
        var story = Story.members("a").then(submit(job("j", input("in"), output("out"))));
        story.tell(new ExhaustInput(id("j"), task("out"))).isRefused();
        story.tell(new ExhaustInput(id("j"), task("nowhere"))).isRefused();
        story.tell(new ExhaustInput(id("k"), task("in"))).isRefused();
        story.then(EXHAUST).tell(EXHAUST).isRefused();
        story.then(new KillJob(id("j"), Cause.UNSAID)).tell(EXHAUST).isRefused();
    }
}
