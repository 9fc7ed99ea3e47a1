package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.GroupId;
import org.junit.jupiter.api.Test;

class LocalChannelsTest {

    @Test
    void whoLivesHereIsReachedAndWhoLivedHereForAWhile() {
        var exchange = new LocalChannels();
        var lives = GroupId.of("lives");
        exchange.host(lives);
        for (int i = 0; i < 5_000; i++) {
            exchange.host(GroupId.of("life-" + i));
            exchange.dismiss(GroupId.of("life-" + i));
        }
        assertThat(exchange.reaches(lives, null)).isTrue();
        assertThat(exchange.reaches(GroupId.of("life-4999"), null)).isTrue();
        assertThat(exchange.reaches(GroupId.of("life-4100"), null)).isTrue();
        assertThat(exchange.reaches(GroupId.of("life-3000"), null))
                .as("long ago")
                .isFalse();
    }
}
