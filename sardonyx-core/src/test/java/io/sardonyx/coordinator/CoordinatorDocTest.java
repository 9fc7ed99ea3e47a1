package io.sardonyx.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the Coordinator says what the code does. */
class CoordinatorDocTest {

    @Test
    void chartOnThePageIsTheOneInTheCode() throws IOException {
        var rows = table("| state |");
        assertThat(rows.keySet())
                .containsExactlyElementsOf(
                        Stream.of(PeerState.values()).map(PeerState::word).toList());
        for (PeerState state : PeerState.values()) {
            assertThat(rows.get(state.word()).get(2))
                    .isEqualTo(String.join(
                            ", ",
                            state.successors().stream().map(PeerState::word).toList()));
        }
    }

    @Test
    void everyEventIsOnThePageWithItsArguments() throws IOException {
        var rows = table("| event |");
        var events = Event.class.getPermittedSubclasses();
        assertThat(rows.keySet())
                .containsExactlyElementsOf(Stream.of(events)
                        .map(event -> event.getSimpleName().toLowerCase(Locale.ROOT))
                        .toList());
        for (Class<?> event : events) {
            assertThat(rows.get(event.getSimpleName().toLowerCase(Locale.ROOT)).get(3))
                    .isEqualTo(String.join(
                            ", ",
                            Stream.of(event.getRecordComponents())
                                    .map(RecordComponent::getName)
                                    .toList()));
        }
    }

    /** The rows below the line that starts so, each by its first cell. */
    private static Map<String, List<String>> table(String start) throws IOException {
        var lines = Files.readAllLines(page());
        int head = 0;
        while (!lines.get(head).startsWith(start)) {
            head++;
        }
        var rows = new LinkedHashMap<String, List<String>>();
        for (int i = head + 2; i < lines.size() && lines.get(i).startsWith("|"); i++) {
            var cells = Arrays.stream(lines.get(i).split("\\|", -1))
                    .skip(1)
                    .map(String::strip)
                    .toList();
            rows.put(cells.get(0), cells);
        }
        return rows;
    }

    /** Tests run in the module's folder or in that of the whole project. */
    private static Path page() {
        var here = Path.of("docs", "internals", "coordinator.md");
        return Files.exists(here) ? here : Path.of("..").resolve(here);
    }
}
