package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.outline.Cause;
import org.junit.jupiter.api.Test;

class ForgetJobTest {

    private static final ForgetJob FORGET = new ForgetJob(id("j"));

    @Test
    void onlyTheIdOfAKilledJobIsLeft() {
        var told = Story.members("a")
                .then(submit(job("j", input("in"))), new KillJob(id("j"), Cause.UNSAID))
                .tell(FORGET);
        assertThat(told.after().jobs().killed().isEmpty()).isTrue();
        assertThat(told.after().jobs().retired()).containsExactly(id("j"));
        told.nobodySpeaks();
    }

    @Test
    void jobThatWasNotKilledStays() {
        var live = Story.members("a").then(submit(job("j", input("in"))));
        live.tell(FORGET).isRefused();
        live.then(new CompleteJob(id("j"))).tell(FORGET).isRefused();
        Story.members("a").tell(FORGET).isRefused();
    }
}
