package io.sardonyx.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class EndpointTest {

    @ParameterizedTest
    @CsvSource({
        "worker-1.example:7070, worker-1.example:7070",
        ":7070, 127.0.0.1:7070",
        "10.0.0.5:0, 10.0.0.5:0",
        "[fd00::5]:65535, [fd00::5]:65535",
        "[::]:1, [::]:1"
    })
    void addressesAreRead(String text, String read) {
        assertThat(Endpoint.parse(text)).hasToString(read);
        assertThat(Endpoint.parse(text).wire()).isEqualTo("tcp");
    }

    @Test
    void theWireMayBeNamed() {
        assertThat(Endpoint.parse("aeron://:40123")).isEqualTo(new Endpoint("aeron", "127.0.0.1", 40_123));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7070",
                "host",
                "host:",
                "host:65536",
                "host:-1",
                "host:1x",
                "::1:80",
                "[::1]",
                "[::1:80",
                "[]:1",
                "[1.2.3.4]:1",
                "[:::1]:1",
                "1.2.3:1",
                "1.2.3.256:1",
                "a b:1",
                "-a:1",
                "a..b:1",
                "u@h:1",
                "HTTP://h:1",
                "://h:1",
                "tcp:h:1"
            })
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("is no address: ");
    }

    @ParameterizedTest
    @CsvSource({"h:1, true", "h:0, true", "0.0.0.0:1, false", "[::]:1, false", "[::1]:1, true"})
    void onlyADefiniteAddressCanBeAnnounced(String text, boolean definite) {
        assertThat(Endpoint.parse(text).isDefinite()).isEqualTo(definite);
    }

    @ParameterizedTest
    @CsvSource({"9464, 127.0.0.1:9464", "0, 127.0.0.1:0", ":9464, 127.0.0.1:9464", "worker-1:9464, worker-1:9464"})
    void metricsAreOfThisMachineUnlessAHostIsSaid(String text, String read) {
        assertThat(new MetricsOption.Reader().convert(text)).hasToString(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tcp://worker-1:9464", "worker-1", "65536", "-1"})
    void whatIsNoPlaceForMetricsIsRefused(String text) {
        assertThatThrownBy(() -> new MetricsOption.Reader().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
