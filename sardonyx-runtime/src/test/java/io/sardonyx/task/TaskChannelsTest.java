package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.assignment.Routes;
import io.sardonyx.channel.LocalChannels;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.job.Parameters;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TaskChannelsTest {

    private final Job job = Job.named("job")
            .input("b", Inputs.numbers(1))
            .input("a", Inputs.numbers(1))
            .output("out", Outputs.discard())
            .path("b", "out")
            .path("a", "out")
            .metadata(Map.of("owner", "me"))
            .build();
    private final LocalChannels exchange = new LocalChannels();

    private TaskChannels channels(String task, int slot, Map<String, Integer> peers) {
        var receivers = new TreeMap<TaskName, List<Routes.Receiver>>();
        peers.forEach((name, count) -> {
            var places = new ArrayList<Routes.Receiver>();
            for (int i = 0; i < count; i++) {
                places.add(new Routes.Receiver(i, PeerId.of(name + i), null));
            }
            receivers.put(TaskName.of(name), places);
        });
        var self = new Assignment(PeerId.of(task + slot), job.id(), TaskName.of(task), slot);
        var routes = new Routes(4, SortedTable.of(receivers));
        return new TaskChannels(
                new TaskDefinition(job, self),
                routes,
                exchange,
                Codecs.builder().build(),
                () -> {});
    }

    @Test
    void everyReaderHasANumberOnWhichAllAgree() {
        Map<String, Integer> peers = Map.of("a", 2, "b", 2, "out", 1);
        var numbers = List.of(
                channels("b", 0, peers).ordinal(),
                channels("b", 1, peers).ordinal(),
                channels("a", 0, peers).ordinal(),
                channels("a", 1, peers).ordinal());

        assertThat(numbers).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void thereIsAChannelForEachPairAndBothEndsAreTheSame() {
        Map<String, Integer> peers = Map.of("a", 2, "b", 1, "out", 3);
        TaskChannels out = channels("out", 1, peers);
        assertThat(out.incoming()).hasSize(3);
        assertThat(exchange.size())
                .as("batches, what was abandoned, and acks to three readers")
                .isEqualTo(3 + 3 + 3);
        TaskChannels a = channels("a", 0, peers);
        assertThat(a.routes(new AckValues(1), 1, Map.of())).hasSize(1);
        assertThat(a.ackInlets()).hasSize(3);
        assertThat(exchange.size())
                .as("one of three is there already, in each direction; readers have no acks for each other but could")
                .isEqualTo(9 + 2 + 2 + 2 + 2);
        out.close();
        a.close();
        assertThat(exchange.size()).isZero();
        assertThat(channels("a", 1, peers).index()).isEqualTo(1);
        assertThat(channels("a", 1, peers).peers()).isEqualTo(2);
    }

    @Test
    void whoHasNoPlaceIsABug() {
        assertThatThrownBy(() -> channels("a", 7, Map.of("a", 1)).index()).hasMessageContaining("no place");
    }

    @Test
    void aRoomKnowsItsTaskAndWhatIsProvided() {
        var self = new Assignment(PeerId.of("p"), job.id(), TaskName.of("a"), 3);
        var room = new LocalTaskContext(
                new TaskDefinition(job, self), () -> 99, () -> 7, new HashMap<>(Map.of("x", "common", "y", "common")));
        LocalTaskContext call = room.with(Parameters.of(Map.of("k", 1)));
        room.provide("x", "own");

        assertThat(call.resource("x")).contains("own");
        assertThat(call.resource("y")).contains("common");
        assertThat(call.resource("z")).isEmpty();
        assertThat(call.parameters().has("k")).isTrue();
        assertThat(room.parameters().has("k")).isFalse();
        assertThat(call.metadata().value("owner")).isEqualTo("me");
        assertThat(call.job()).isEqualTo(job.id());
        assertThat(call.task()).isEqualTo(TaskName.of("a"));
        assertThat(call.peer()).isEqualTo(PeerId.of("p"));
        assertThat(call.slot()).isEqualTo(3);
        assertThat(call.writerId()).isEqualTo("3");
        assertThat(call.fence()).isEqualTo(7);
        assertThat(call.nanoTime()).isEqualTo(99);
    }
}
