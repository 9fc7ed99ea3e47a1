package io.sardonyx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Cluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnEventTest {

    @TempDir
    private Path directory;

    @Test
    void aRecordingThatAsksHasTurnsOfEveryTask() throws Exception {
        List<RecordedEvent> events = recorded(true);
        assertThat(events).isNotEmpty().allSatisfy(event -> {
            assertThat(event.getString("job")).isEqualTo("numbers");
            assertThat(event.getInt("slot")).isZero();
            assertThat(event.getDuration().isNegative()).isFalse();
        });
        assertThat(events.stream().map(event -> event.getString("task")).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder("read", "write");
    }

    @Test
    void aRecordingThatDoesNotAskHasNone() throws Exception {
        assertThat(recorded(false)).isEmpty();
    }

    private List<RecordedEvent> recorded(boolean asked) throws Exception {
        Path file = directory.resolve("turns.jfr");
        try (var recording = new Recording();
                Cluster cluster = Cluster.local(2)) {
            if (asked) {
                recording.enable("io.sardonyx.Turn");
            }
            recording.start();
            cluster.run(Job.named("numbers")
                    .input("read", Inputs.numbers(10_000))
                    .output("write", Outputs.discard())
                    .path("read", "write")
                    .build());
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("io.sardonyx.Turn"))
                .toList();
    }
}
