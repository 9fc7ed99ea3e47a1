package io.sardonyx.command;

import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SignalReadyTest {

    private static final SignalReady READY = new SignalReady(peer("p"));

    @Test
    void peerThatHasWorkIsActiveFromNowOn() {
        var told = Story.members("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"))))
                .tell(READY);
        assertThat(told.after().peers().present().get(peer("p")).active()).isTrue();
        told.nobodySpeaks();
    }

    @Test
    void idleActiveAndUnknownPeersAreRefused() {
        Story.members("a").peers("a", "p").tell(READY).isRefused();
        Story.members("a").tell(READY).isRefused();
        Story.members("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"))), READY)
                .tell(READY)
                .isRefused();
    }
}
