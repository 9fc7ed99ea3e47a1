package io.sardonyx.command;

import static io.sardonyx.command.Story.group;

import org.junit.jupiter.api.Test;

class PeerGcTest {

    @Test
    void markInTheHistoryChangesNothing() {
        Story.members("a", "b").tell(new PeerGc(group("a"))).isRefused();
        Story.empty().tell(new PeerGc(group("x"))).isRefused();
    }
}
