package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the worked examples in {@code vectors/coordinator.json}; one that is added there is run as well. */
class WorkedExamplesTest {

    private static final Pattern OFFERING =
            Pattern.compile("(?<peers>\\d+) peers?, (?<tasks>\\d+) (?<consumption>sequential|concurrent) tasks?");

    private final Map<String, Object> examples = read();

    @Test
    void chartIsTheOneOfTheSeed() {
        var legal = map(map(examples, "legalTransitions"), "seed000");
        assertThat(legal.keySet()).containsExactlyInAnyOrderElementsOf(words(List.of(PeerState.values())));
        for (PeerState state : PeerState.values()) {
            var next = new ArrayList<>(state.successors());
            next.add(state);
            assertThat(texts(legal, state.word())).containsExactlyInAnyOrderElementsOf(words(next));
        }
    }

    @TestFactory
    Stream<DynamicTest> offering() {
        return list(map(examples, "offering"), "cases").stream()
                .map(WorkedExamplesTest::map)
                .map(example -> dynamicTest(text(example, "title"), () -> runOffering(example)));
    }

    @TestFactory
    Stream<DynamicTest> histories() {
        return list(examples, "vectors").stream()
                .map(WorkedExamplesTest::map)
                .map(example -> dynamicTest(
                        text(example, "id") + ": " + text(example, "title"), () -> new History(example).run()));
    }

    private static void runOffering(Map<String, Object> example) {
        var title = OFFERING.matcher(text(example, "title"));
        assertThat(title.matches()).isTrue();
        boolean sequential = title.group("consumption").equals("sequential");
        var tasks = IntStream.range(0, Integer.parseInt(title.group("tasks")))
                .mapToObj(i -> sequential ? Rosters.sequential("t" + i, i) : Rosters.concurrent("t" + i, i))
                .toArray(Plan.PlannedTask[]::new);
        var names = IntStream.range(0, Integer.parseInt(title.group("peers")))
                .mapToObj(i -> "p" + i)
                .toArray(String[]::new);

        var roster = Rosters.idle(Rosters.planned(tasks), names);
        roster = Rosters.after(roster, Offers.next(roster).toArray(Event[]::new));

        var states = roster.peers().values().stream().map(RosterPeer::state).toList();
        assertThat(states).filteredOn(PeerState.ACKING::equals).hasSize(Integer.parseInt(text(example, "acking")));
        assertThat(states).filteredOn(PeerState.IDLE::equals).hasSize(Integer.parseInt(text(example, "idle")));
        if ("exactly one task has two peers".equals(example.get("note"))) {
            var crowded = roster;
            assertThat(tasks)
                    .filteredOn(task ->
                            crowded.headcount(Rosters.post(task.name().text())).acking() == 2)
                    .hasSize(1);
        }
    }

    /** One example: a roster, events, and what each must lead to. All tasks are concurrent ones of a single job. */
    private static final class History {

        private final Map<String, Object> example;
        private final TreeSet<String> tasks = new TreeSet<>();
        private Roster roster;

        History(Map<String, Object> example) {
            this.example = example;
            list(example, "events").stream()
                    .map(event -> map(event).get("task"))
                    .filter(Objects::nonNull)
                    .forEach(task -> tasks.add((String) task));
            var initial = map(example, "initial");
            var peers = map(initial, "peers");
            peers.values().stream()
                    .map(peer -> map(peer).get("task"))
                    .filter(Objects::nonNull)
                    .forEach(task -> tasks.add((String) task));
            tasks.addAll(texts(initial, "completeTasks"));

            // One more task, so that the job goes on when all that the example names are complete.
            roster = Rosters.planned(Stream.concat(tasks.stream(), Stream.of("one more"))
                    .map(task -> Rosters.concurrent(task, 0))
                    .toArray(Plan.PlannedTask[]::new));
            texts(initial, "completeTasks").forEach(task -> roster = roster.completing(Rosters.post(task), 0));
            peers.forEach((name, peer) -> roster = roster.with(peer(name), initial(map(peer))));
        }

        private static RosterPeer initial(Map<String, Object> peer) {
            var state = PeerState.valueOf(text(peer, "state").toUpperCase(Locale.ROOT));
            boolean hasPost = peer.containsKey("task") && (state.isAtTask() || state == PeerState.DEAD);
            return new RosterPeer(state, hasPost ? Rosters.post(text(peer, "task")) : null, RosterPeer.Notice.NONE);
        }

        void run() {
            for (Object step : list(example, "events")) {
                var expected = map(step);
                var event = event(expected);
                var change = Rosters.change(roster, event);
                roster = change.after();

                assertThat(result(event.answer(change)))
                        .as("result of %s", event)
                        .isEqualTo(expected.get("result"));
                assertThat(states()).as("states after %s", event).isEqualTo(expected.get("states"));
                assertThat(tasks)
                        .as("complete tasks after %s", event)
                        .filteredOn(task -> roster.isComplete(Rosters.post(task)))
                        .containsExactlyInAnyOrderElementsOf(texts(expected, "completeTasks"));
            }
        }

        private Event event(Map<String, Object> step) {
            var id = peer(text(step, "peer"));
            return switch (text(step, "event")) {
                case "born" -> new Born(id);
                case "death" -> new Death(id);
                case "offer" -> new Offer(id, offered(text(step, "task")));
                case "ack" -> new Ack(id, held(step));
                case "revoke" -> new Revoke(id, held(step));
                case "evict" -> new Evict(id);
                case "exhaust" -> new Exhaust(id, held(step));
                case "seal" -> new Seal(id, held(step));
                case "complete" -> new Complete(id, held(step));
                case "shutdown" -> new Shutdown(id);
                default -> throw new IllegalArgumentException(text(step, "event"));
            };
        }

        private Post offered(String task) {
            return Objects.requireNonNull(roster.post(JOB, TaskName.of(task)));
        }

        /** The post that the peer has been offered; examples do not tell attempts. */
        private Post held(Map<String, Object> step) {
            var post = offered(text(step, "task"));
            var peer = roster.peers().get(peer(text(step, "peer")));
            return peer != null && peer.post() != null && peer.post().isSameTask(post) ? peer.post() : post;
        }

        private Map<String, Object> states() {
            var states = new TreeMap<String, Object>();
            roster.peers()
                    .forEach((id, peer) -> states.put(id.text(), peer.state().word()));
            return states;
        }

        private static Map<String, Object> result(Answer answer) {
            if (answer instanceof Answer.Offered offered) {
                return Map.of("accepted", offered.accepted());
            } else if (answer instanceof Answer.Acknowledged acknowledged) {
                return Map.of("ok", acknowledged.ok());
            } else if (answer instanceof Answer.Revoked revoked) {
                return Map.of("revoked", revoked.revoked());
            } else if (answer instanceof Answer.Exhausted exhausted) {
                return Map.of("seal", exhausted.seal(), "sealed", exhausted.sealed());
            } else if (answer instanceof Answer.Completed completed) {
                return Map.of("taskComplete", completed.taskComplete());
            }
            return Map.of();
        }
    }

    private static List<String> words(List<PeerState> states) {
        return states.stream().map(PeerState::word).toList();
    }

    private static Map<String, Object> read() {
        try (var in = WorkedExamplesTest.class.getResourceAsStream("/vectors/coordinator.json")) {
            return map(Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static Map<String, Object> map(Map<String, Object> parent, String key) {
        return map(parent.get(key));
    }

    private static List<?> list(Map<String, Object> parent, String key) {
        return (List<?>) parent.get(key);
    }

    private static List<String> texts(Map<String, Object> parent, String key) {
        return list(parent, key).stream().map(String.class::cast).toList();
    }

    private static String text(Map<String, Object> parent, String key) {
        return (String) parent.get(key);
    }
}
