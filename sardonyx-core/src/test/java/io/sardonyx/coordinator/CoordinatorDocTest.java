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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the Coordinator says what the code does. */
class CoordinatorDocTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** Every node, log and state of the original design, in its order. */
    private static final List<String> ORIGINAL = List.of(
            ("/peer /status /task /ack /catalog /workflow /job-log /job /payload /pulse /completion /cooldown /election"
                            + " /plan /seal /exhaust /coordinator /revoke-log /born-log /seal-log /ack-log /death-log"
                            + " /evict-log /offer-log /shutdown-log /exhaust-log /planning-log /complete-log"
                            + " /peer-state /shutdown :idle :acking :active :waiting :sealing :revoked :dead")
                    .split(" "));

    /** A command, leases and the log, which are not this package's. */
    private static final List<String> OUTSIDE = List.of("submit-job", "pulses/", "leaders/coordinator", "coordinator");

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

    @Test
    void everythingOfTheOriginalDesignHasItsPlace() throws IOException {
        var events = Stream.of(Event.class.getPermittedSubclasses())
                .map(event -> event.getSimpleName().toLowerCase(Locale.ROOT))
                .toList();
        var rows = table("| original design |");
        assertThat(rows.keySet())
                .containsExactlyElementsOf(
                        ORIGINAL.stream().map(name -> "`" + name + "`").toList());
        for (List<String> row : rows.values()) {
            for (String name : CODE.matcher(row.get(2))
                    .results()
                    .map(code -> code.group(1))
                    .toList()) {
                assertThat(isKnown(name, events))
                        .as("%s in the row of %s", name, row.get(0))
                        .isTrue();
            }
        }
        assertThat(events)
                .allMatch(event ->
                        rows.values().stream().anyMatch(row -> row.get(2).contains("`" + event + "`"))
                                || List.of("withdraw", "unfit").contains(event));
    }

    /** Whether this is an event, a state, a type or member of this package, a command, a lease or the log. */
    private static boolean isKnown(String name, List<String> events) {
        if (Character.isUpperCase(name.charAt(0))) {
            return isInCode(name);
        }
        return events.contains(name)
                || Stream.of(PeerState.values()).anyMatch(state -> state.word().equals(name))
                || OUTSIDE.contains(name);
    }

    private static boolean isInCode(String name) {
        int dot = name.lastIndexOf('.');
        String type = name.replace('.', '$');
        return exists(type)
                || dot > 0
                        && exists(name.substring(0, dot))
                        && Stream.of(type(name.substring(0, dot)).getRecordComponents())
                                .anyMatch(member -> member.getName().equals(name.substring(dot + 1)));
    }

    private static boolean exists(String type) {
        try {
            return type(type) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(Event.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
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
