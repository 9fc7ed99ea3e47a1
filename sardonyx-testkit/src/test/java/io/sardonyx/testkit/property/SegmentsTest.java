package io.sardonyx.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.Property;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What holds of every value that may be a segment. */
class SegmentsTest {

    private static final Codecs CODECS = AnySegment.CODECS;
    private static final KeyGroups GROUPS = CODECS.keyGroups();

    @Test
    void everyValueComesBackAsItWas() {
        Property.forAll(AnySegment.value()).runs(3_000).check(value -> {
            byte[] bytes = CODECS.encode(value);
            Object back = CODECS.decode(bytes);
            assertThat(back).isEqualTo(value).hasToString(value.toString());
            assertThat(CODECS.encode(back)).isEqualTo(bytes);
        });
    }

    @Test
    void everyKeyHasTheGroupOfWhatIsReadOfItsBytes() {
        Property.forAll(AnySegment.value())
                .runs(3_000)
                .check(value -> assertThat(GROUPS.of(CODECS.decode(CODECS.encode(value))))
                        .isEqualTo(GROUPS.of(value)));
    }

    @Test
    void everyPrefixIsRefused() {
        Property.forAll(AnySegment.value()).runs(100).check(value -> {
            byte[] bytes = CODECS.encode(value);
            for (int length = 0; length < bytes.length; length++) {
                byte[] prefix = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> CODECS.decode(prefix)).isInstanceOf(BadSegment.Malformed.class);
            }
        });
    }

    /** What is read of damaged bytes is a value that can be written again, or refused in our words. */
    @Test
    void damageIsRefusedOrMakesAnotherValue() {
        Gen<byte[]> damaged = choices -> {
            byte[] bytes = CODECS.encode(AnySegment.value().from(choices));
            choices.list(1, 4, () -> bytes[choices.below(bytes.length)] ^= (byte) choices.between(1, 255));
            return bytes;
        };
        Property.forAll(damaged).runs(4_000).shownAs(Arrays::toString).check(bytes -> {
            try {
                Object value = CODECS.decode(bytes);
                assertThat(CODECS.encode(CODECS.decode(CODECS.encode(value)))).isEqualTo(CODECS.encode(value));
            } catch (BadSegment e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        });
    }
}
