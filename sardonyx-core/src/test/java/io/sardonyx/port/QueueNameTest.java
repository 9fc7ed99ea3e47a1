package io.sardonyx.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueNameTest {

    @Test
    void differentPartsMakeDifferentNames() {
        assertThat(QueueName.of("a", "b").text()).isEqualTo("a.b");
        assertThat(QueueName.of("a.b").text()).isEqualTo("a%2eb");
        assertThat(QueueName.of("a%2eb").text()).isEqualTo("a%252eb");
        assertThat(QueueName.of("a", "", "b").text()).isEqualTo("a..b");
        assertThat(QueueName.of("ä b").text()).isEqualTo("%c3%a4%20b");
    }

    @Test
    void aPrefixEndsWhereAPartEnds() {
        String prefix = QueueName.prefix("epoch", "job");
        assertThat(QueueName.of("epoch", "job", "x").text()).startsWith(prefix);
        assertThat(QueueName.of("epoch", "job2", "x").text()).doesNotStartWith(prefix);
        assertThat(QueueName.of("epoch", "job.x").text()).doesNotStartWith(prefix);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".a", "a b", "a*", "a::b", "ä"})
    void aNameHasOnlyPlainCharacters(String text) {
        assertThatThrownBy(() -> new QueueName(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNameIsBounded() {
        assertThat(QueueName.of("a".repeat(QueueName.MAX_LENGTH)).text()).hasSize(QueueName.MAX_LENGTH);
        assertThatThrownBy(() -> QueueName.of("a".repeat(QueueName.MAX_LENGTH + 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMessageHasNoNegativeNumbers() {
        var message = new OutgoingMessage(QueueName.of("q"), new byte[0]);
        assertThatThrownBy(() -> message.withAttempt(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.withDelayMillis(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(message.withAttempt(2).withDelayMillis(3).withGroup("g"))
                .isEqualTo(new OutgoingMessage(message.queue(), message.body(), 2, 3, "g"));
    }
}
