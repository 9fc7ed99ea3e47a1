package io.sardonyx.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.value.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"worker-1.example.org:7400", "10.0.0.7:65535", "[::1]:7", "[fd00::7]:1", "[fe80::1%eth0]:1"})
    void whatIsParsedIsPrintedAlike(String text) {
        HostPort parsed = HostPort.parse("tcp", text);
        assertThat(parsed).hasToString(text);
        assertThat(HostPort.of("tcp", parsed.site())).isEqualTo(parsed);
        assertThat(parsed.site()).isEqualTo(new Site("tcp://" + text));
    }

    @Test
    void bracketsAreNoPartOfTheHost() {
        assertThat(HostPort.parse("tcp", "[::1]:7")).isEqualTo(new HostPort("tcp", "::1", 7));
        assertThat(new HostPort("tcp", "[::1]", 7)).isEqualTo(new HostPort("tcp", "::1", 7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host", "host:", "host:0", "host:65536", "ho st:1", ":1", "[::g]:1", "::1", "[]:1", "[x"})
    void whatNobodyCanConnectToIsRefused(String text) {
        assertThatThrownBy(() -> HostPort.parse("tcp", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is no address: expected is host:port");
    }

    @Test
    void aSiteOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> HostPort.of("tcp", new Site("udp://h:1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("its address does not begin with tcp://");
    }
}
