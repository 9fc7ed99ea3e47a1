package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SealOutputTest {

    private static SealOutput seal(String output) {
        return new SealOutput(id("j"), task(output));
    }

    private static Story story() {
        return Story.members("a")
                .peers("a", "p", "q", "r")
                .then(submit(job("j", input("in"), output("one"), output("two"))))
                .then(new ExhaustInput(id("j"), task("in")));
    }

    @Test
    void outputIsSealedAndTheJobGoesOnUntilTheLast() {
        var told = story().tell(seal("one"));
        assertThat(told.after().jobs().live().get(id("j")).sealed()).containsExactly(task("one"));
        told.nobodySpeaks();
    }

    @Test
    void jobIsCompleteWithItsLastOutputAndItsPeersAreIdle() {
        var told = story().then(seal("one")).tell(seal("two"));
        assertThat(told.after().jobs().completed().keys()).containsExactly(id("j"));
        assertThat(told.after().peers().present().get(peer("p")).assignment()).isNull();
        told.nobodySpeaks();
    }

    @Test
    void lateDuplicateDoesNotCompleteTheJobTwice() {
        story().then(seal("one")).tell(seal("one")).isRefused();
        var done = story().then(seal("one"), seal("two"));
        done.tell(seal("two")).isRefused();
        assertThat(done.replica().jobs().completed().size()).isEqualTo(1);
    }

    @Test
    void whatIsNoOutputOfALiveJobIsRefused() {
        story().tell(seal("in")).isRefused();
        story().tell(seal("nowhere")).isRefused();
        story().tell(new SealOutput(id("k"), task("one"))).isRefused();
    }
}
