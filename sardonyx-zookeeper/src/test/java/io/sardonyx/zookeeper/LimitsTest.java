package io.sardonyx.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private final LogPaths paths = new LogPaths("/t/logs/l");

    @Test
    void namesComeBackFromTheirZnodes() {
        for (String name : List.of("a", ".", "..", "a.b", "%", "a/b", "\u4e16", "\ud83d", "\ude80\ud83d", "\u0000")) {
            assertThat(ZnodeNames.escape(name)).matches("[\\w%-][\\w%.-]*");
            assertThat(ZnodeNames.unescape(ZnodeNames.escape(name))).isEqualTo(name);
        }
    }

    @Test
    void aSequenceNumberIsAPosition() {
        assertThat(paths.entry(42)).isEqualTo("/t/logs/l/entries/e-0000000042");
        assertThat(paths.position(paths.entry(Integer.MAX_VALUE))).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aSequenceNumberThatWrappedIsRefusedByName() {
        assertThatThrownBy(() -> paths.position("/t/logs/l/entries/e--2147483648"))
                .hasMessageContaining("32-bit sequence numbers");
    }

    @Test
    void entriesAreCountedBeyondWhatTheirVersionCanHold() {
        var parent = new Stat();
        int created = Integer.MAX_VALUE - 5;
        int left = 1000;
        parent.setNumChildren(left);
        parent.setCversion(created * 2 - left); // as the server computes it
        assertThat(LogPaths.created(parent)).isEqualTo(created);
    }
}
