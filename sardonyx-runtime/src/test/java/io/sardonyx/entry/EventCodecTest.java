package io.sardonyx.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sardonyx.command.Gc;
import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Post;
import io.sardonyx.entry.UnreadableEntry.Fault;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Texts;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventCodecTest {

    private static final GroupId AUTHOR = GroupId.of("a");
    private static final Provenance UNSAID = new Provenance(2, null, null, null);
    private static final Offer OFFER = new Offer(PeerId.of("p"), new Post(JobId.of("j"), TaskName.of("t"), 1));
    private static final byte[] STORED = EventCodec.encode(AUTHOR, OFFER, UNSAID);

    private static UnreadableEntry refusal(String stored) {
        return catchThrowableOfType(UnreadableEntry.class, () -> EventCodec.decode(7, Texts.bytes(stored)));
    }

    /** A change of this text makes every log unreadable that was written before. */
    @Test
    void anEventIsStoredLikeThis() throws IOException {
        String stored = new String(STORED, StandardCharsets.UTF_8);
        assertThat(stored)
                .isEqualTo("{\"fn\":\"offer\",\"args\":{\"peer\":\"p\",\"job\":\"j\",\"task\":\"t\",\"attempt\":1},"
                        + "\"format\":2,\"author\":\"a\",\"crc\":1673069802}");
        assertThat(Files.readAllLines(Path.of("..", "docs", "internals", "coordinator.md")))
                .contains(stored);
    }

    @Test
    void completionSaysWhatWasSkippedIfAnything() {
        var post = new Post(JobId.of("j"), TaskName.of("t"), 1);
        var complete = new Complete(PeerId.of("p"), post);
        assertThat(text(complete)).doesNotContain("skipped");
        assertThat(text(new Complete(PeerId.of("p"), post, 3))).contains("\"attempt\":1,\"skipped\":3}");
        for (var event : List.of(complete, new Complete(PeerId.of("p"), post, Long.MAX_VALUE))) {
            assertThat(EventCodec.decode(7, EventCodec.encode(AUTHOR, event, UNSAID))
                            .step())
                    .isEqualTo(event);
        }
    }

    private static String text(Event event) {
        return new String(EventCodec.encode(AUTHOR, event, UNSAID), StandardCharsets.UTF_8);
    }

    @Test
    void everyEventHasAForm() {
        assertThat(EventCodec.names())
                .containsExactlyElementsOf(Stream.of(Event.class.getPermittedSubclasses())
                        .map(type -> type.getSimpleName().toLowerCase(Locale.ROOT))
                        .toList());
    }

    @Test
    void whatWasStoredIsReadWhateverTheEvent() {
        var seen = new TreeSet<String>();
        var provenance = new Provenance(2, Instant.parse("2026-01-31T12:00:00.5Z"), null, "peer");
        for (long seed = 0; seed < 20; seed++) {
            var events = new RandomEvents(seed, 5);
            for (int position = 0; position < 300; position++) {
                Event event = events.next();
                seen.add(EventCodec.nameOf(event));
                byte[] stored = EventCodec.encode(AUTHOR, event, provenance);
                assertThat(EventCodec.decode(position, stored))
                        .isEqualTo(new Entry<>(position, AUTHOR, 0, event, provenance));
            }
        }
        assertThat(seen).hasSize(EventCodec.names().size());
    }

    @Test
    void everyChangedCharacterIsNoticed() {
        for (int i = 0; i < STORED.length; i++) {
            byte[] torn = STORED.clone();
            torn[i] ^= 1;
            var refusal = catchThrowableOfType(UnreadableEntry.class, () -> EventCodec.decode(7, torn));
            assertThat(refusal).as(new String(torn, StandardCharsets.UTF_8)).isNotNull();
            assertThat(refusal.position()).isEqualTo(7);
        }
    }

    @Test
    void damageNewerFormatsAndUnknownEventsAreNamedWithThePosition() {
        var damaged = refusal(new String(STORED, StandardCharsets.UTF_8).replace("\"p\"", "\"q\""));
        assertThat(damaged.fault()).isEqualTo(Fault.BAD_CHECKSUM);
        assertThat(damaged.isDamaged()).isTrue();
        assertThat(damaged).hasMessageStartingWith("position 7: the checksum says ");

        var newer = refusal("{'fn':'offer','args':{},'format':4,'author':'a','crc':1}");
        assertThat(newer.fault()).isEqualTo(Fault.NEWER_FORMAT);
        assertThat(newer).hasMessageContainingAll("position 7", "format 4", "formats up to 3");

        var unknown = refusal("{'fn':'ofer','args':{},'format':2,'author':'a','crc':1337282732}");
        assertThat(unknown.fault()).isEqualTo(Fault.UNKNOWN_COMMAND);
        assertThat(unknown).hasMessageContainingAll("position 7", "there is no event \"ofer\"", "offer");
    }

    @Test
    void commandIsNoEventAndWhatIsNoEntryIsMalformed() {
        byte[] command = EntryCodec.encode(AUTHOR, 3, new Gc(AUTHOR));
        assertThat(catchThrowableOfType(UnreadableEntry.class, () -> EventCodec.decode(7, command))
                        .fault())
                .isEqualTo(Fault.UNKNOWN_COMMAND);
        for (String stored : new String[] {"", "7", "{}", "{'fn':'offer'}", "{'format':2,'crc':-1}", "{"}) {
            assertThat(refusal(stored).fault()).as(stored).isEqualTo(Fault.MALFORMED);
        }
    }

    @Test
    void eventThatTheLogCannotHoldIsRefusedBeforeItIsAppended() {
        var tasks = IntStream.range(0, 20_000)
                .mapToObj(i -> new Plan.PlannedTask(TaskName.of("task-" + i), i, Plan.Consumption.CONCURRENT))
                .toList();
        assertThatThrownBy(() -> EventCodec.encode(AUTHOR, new Plan(JobId.of("j"), 0, tasks), UNSAID))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("the entry plan has ");
        assertThat(EventCodec.encode(AUTHOR, new Plan(JobId.of("j"), 0, List.of()), UNSAID))
                .isNotEmpty();
    }
}
