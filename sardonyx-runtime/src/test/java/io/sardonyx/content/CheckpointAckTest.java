package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CheckpointAckTest {

    private static final Assignment SELF = new Assignment(PeerId.of("p"), JobId.of("j"), TaskName.of("write"), 3);
    private static final Manifest.Part PART = new Manifest.Part(SELF.task(), SELF.slot(), null, false, "a bundle");

    @Test
    void tellsHowLongAligningAndWritingTook() {
        CheckpointAck read = CheckpointAck.read(CheckpointAck.words(SELF, PART.bytes(), 40, 900));
        assertThat(read).isEqualTo(new CheckpointAck(PART, 40, 900));
    }

    @Test
    void whoHasNothingToTellButThatIsNoPartOfTheManifest() {
        CheckpointAck read = CheckpointAck.read(CheckpointAck.words(SELF, new byte[0], 40, 0));
        assertThat(read.alignMillis()).isEqualTo(40);
        assertThat(read.part().isEmpty()).isTrue();
        assertThat(PART.isEmpty()).isFalse();
    }

    @Test
    void whatTookNoTimeIsAsShortAsEver() {
        assertThat(CheckpointAck.words(SELF, new byte[0], 4, 5)).isEmpty();
        assertThat(CheckpointAck.words(SELF, PART.bytes(), 4, 5)).isEqualTo(PART.bytes());
    }

    @Test
    void olderReleasesAreUnderstoodAndUnderstand() {
        assertThat(CheckpointAck.read(PART.bytes())).isEqualTo(new CheckpointAck(PART, 0, 0));
        assertThat(Manifest.Part.read(CheckpointAck.words(SELF, PART.bytes(), 40, 900)))
                .isEqualTo(PART);
    }

    @Test
    void manifestIsTheSameHoweverLongItTook() {
        CheckpointAck slow = CheckpointAck.read(CheckpointAck.words(SELF, PART.bytes(), 40, 900));
        assertThat(new Manifest(1, new TreeMap<>(), List.of(slow.part())).bytes())
                .isEqualTo(new Manifest(1, new TreeMap<>(), List.of(PART)).bytes());
    }
}
