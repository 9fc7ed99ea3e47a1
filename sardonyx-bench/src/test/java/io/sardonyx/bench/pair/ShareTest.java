package io.sardonyx.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShareTest {

    @Test
    void theTimeIsThatFromTheFirstInputToTheLastResultOfEither() {
        var first = new Share(100, 900, 3, 1L << 62);
        var second = new Share(150, 950, 4, 1L << 62);
        var outcome = first.with(second);
        assertThat(outcome.nanos()).isEqualTo(850);
        assertThat(outcome.count()).isEqualTo(7);
        assertThat(outcome.digest()).isEqualTo(Long.MIN_VALUE);
        assertThat(second.with(first).nanos()).isEqualTo(850);
    }

    @Test
    void whatOneProcessSaysAnotherReads() {
        var share = new Share(-5, 7, 3, Long.MIN_VALUE);
        assertThat(Share.read(share.line())).isEqualTo(share);
    }
}
