package io.sardonyx.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.entry.UnreadableEntry.Fault;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.json.Field;
import io.sardonyx.json.Texts;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryCodecTest {

    private static final GroupId AUTHOR = GroupId.of("a");
    private static final byte[] STORED = EntryCodec.encode(AUTHOR, 3, new PrepareJoinCluster(GroupId.of("d")));

    private static UnreadableEntry refusal(String stored) {
        return catchThrowableOfType(UnreadableEntry.class, () -> EntryCodec.decode(7, Texts.bytes(stored)));
    }

    /** A change of this text makes every log unreadable that was written before. */
    @Test
    void anEntryIsStoredLikeThis() {
        assertThat(new String(STORED, StandardCharsets.UTF_8))
                .isEqualTo("{\"fn\":\"prepare-join-cluster\",\"args\":{\"joiner\":\"d\"},\"format\":1,\"author\":\"a\","
                        + "\"sequence\":3,\"crc\":371766122}");
    }

    @Test
    void whatWasStoredIsRead() {
        assertThat(EntryCodec.decode(7, STORED))
                .isEqualTo(new Entry<>(7, AUTHOR, 3, new PrepareJoinCluster(GroupId.of("d"))));
        byte[] anonymous = EntryCodec.encode(null, 0, new Gc(AUTHOR));
        assertThat(EntryCodec.decode(8, anonymous)).isEqualTo(Entry.anonymous(8, new Gc(AUTHOR)));
    }

    @Test
    void neitherBlanksNorTheOrderOfKeysMatterToTheChecksum() {
        String other = new String(STORED, StandardCharsets.UTF_8)
                .replace("{\"fn\":\"prepare-join-cluster\",", "{ ")
                .replace("\"format\":1", "\"format\" : 1,\n \"fn\": \"prepare-join-cluster\"");
        assertThat(EntryCodec.decode(7, Texts.bytes(other))).isEqualTo(EntryCodec.decode(7, STORED));
    }

    @Test
    void everyChangedCharacterIsNoticed() {
        for (int i = 0; i < STORED.length; i++) {
            byte[] torn = STORED.clone();
            torn[i] ^= 1;
            var refusal = catchThrowableOfType(UnreadableEntry.class, () -> EntryCodec.decode(7, torn));
            assertThat(refusal).as(new String(torn, StandardCharsets.UTF_8)).isNotNull();
            assertThat(refusal.position()).isEqualTo(7);
        }
    }

    @Test
    void aWrongChecksumIsNamedWithThePosition() {
        UnreadableEntry refusal = refusal("{'fn':'gc','args':{'id':'x'},'format':1,'crc':1}");
        assertThat(refusal.fault()).isEqualTo(Fault.BAD_CHECKSUM);
        assertThat(refusal).hasMessageStartingWith("position 7: the checksum says 1, but");
    }

    @Test
    void aNewerFormatIsNotGuessedAt() {
        UnreadableEntry refusal = refusal("{'fn':'gc','args':{'id':'x'},'format':4,'crc':1}");
        assertThat(refusal.fault()).isEqualTo(Fault.NEWER_FORMAT);
        assertThat(refusal).hasMessageContainingAll("format 4", "formats up to 3");
    }

    @Test
    void anUnknownCommandStopsTheReader() {
        String fields = "'fn':'fly','format':1";
        UnreadableEntry refusal =
                catchThrowableOfType(UnreadableEntry.class, () -> EntryCodec.read(7, Texts.field("{" + fields + "}")));
        assertThat(refusal.fault()).isEqualTo(Fault.UNKNOWN_COMMAND);
        assertThat(refusal).hasMessageContaining("there is no command \"fly\"");
    }

    @Test
    void whatIsNoEntryIsMalformed() {
        for (String stored :
                new String[] {"", "7", "[]", "{}", "{'fn':'gc'}", "{'format':0}", "{'format':1,'crc':-1}", "{"}) {
            assertThat(refusal(stored).fault()).as(stored).isEqualTo(Fault.MALFORMED);
        }
    }

    @Test
    void anAuthorHasASequence() {
        UnreadableEntry refusal = catchThrowableOfType(
                UnreadableEntry.class,
                () -> EntryCodec.read(7, Texts.field("{'fn':'gc','args':{'id':'x'},'author':'a'}")));
        assertThat(refusal).hasMessageContaining("sequence");
    }

    @Test
    void provenanceIsSummedAndKept() {
        var provenance = new Provenance(2, Instant.parse("2026-01-31T12:00:00.5Z"), "anna", "cli");
        byte[] stored = EntryCodec.encode(AUTHOR, 3, new Gc(AUTHOR, new Gc.Checksum(7, "abc")), provenance);
        assertThat(EntryCodec.decode(9, stored).provenance()).isEqualTo(provenance);
        String forged = new String(stored, StandardCharsets.UTF_8).replace("anna", "otto");
        assertThat(catchThrowableOfType(
                                UnreadableEntry.class,
                                () -> EntryCodec.decode(9, forged.getBytes(StandardCharsets.UTF_8)))
                        .fault())
                .isEqualTo(Fault.BAD_CHECKSUM);
        var line = new StringWriter();
        EntryLine.write(EntryCodec.decode(9, stored), line);
        EntryLine read = EntryLine.read(line.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(read.entry().provenance()).isEqualTo(provenance);
        assertThat(read.unknown()).isEmpty();
    }

    @Test
    void timesAreThoseThatTheJdkReads() {
        for (String at : List.of(
                "2026-01-31T12:00:00.5Z",
                "2026-11-17T23:59:59Z",
                "2024-02-29T00:00:00.123456789Z",
                "1969-12-31T23:59:59.000001Z",
                "0000-01-01T00:00:00.100Z",
                "2016-12-31T23:59:60Z",
                "2026-01-31T24:00:00Z",
                "+12026-01-31T12:00:00Z",
                "-0001-01-31T12:00:00Z",
                "2026-01-31t12:00:00z")) {
            assertThat(EntryCodec.read(7, gcAt(at)).provenance().at()).as(at).isEqualTo(Instant.parse(at));
        }
        for (String wrong : List.of(
                "2026-02-29T12:00:00Z",
                "2026-13-01T12:00:00Z",
                "2026-00-01T12:00:00Z",
                "2026-01-00T12:00:00Z",
                "2026-01-31T25:00:00Z",
                "2026-01-31T12:60:00Z",
                "2026-01-31T12:00:00",
                "2026-01-31T12:00:00.1234567890Z",
                "2026-01-31T12:00:00,5Z",
                "2026-01-31 12:00:00Z",
                "2026-01-31T12:00:0٣Z",
                "Z",
                "")) {
            assertThat(catchThrowableOfType(UnreadableEntry.class, () -> EntryCodec.read(7, gcAt(wrong))))
                    .as(wrong)
                    .hasMessageContaining("is no time such as");
        }
    }

    private static Field gcAt(String time) {
        return Texts.field("{'fn':'gc','args':{'id':'x'},'at':'" + time + "'}");
    }

    @Test
    void firstFormatIsWrittenWithoutWhatCameLater() {
        var kill = new KillJob(JobId.of("j"), new Cause("why", null, null), 5L);
        byte[] stored = EntryCodec.encode(AUTHOR, 3, kill, new Provenance(1, Instant.EPOCH, "anna", "cli"));
        assertThat(new String(stored, StandardCharsets.UTF_8))
                .contains("\"format\":1")
                .doesNotContain("fence", "anna", "\"at\"");
        var died = new GroupLeaveCluster(AUTHOR, true);
        byte[] leave = EntryCodec.encode(AUTHOR, 4, died, Provenance.UNSAID);
        assertThat(EntryCodec.decode(0, leave).step()).isEqualTo(new GroupLeaveCluster(AUTHOR));
        var done = new CompleteJob(
                JobId.of("j"), SortedTable.<TaskName, Long>empty().with(TaskName.of("t"), 3L));
        byte[] complete = EntryCodec.encode(AUTHOR, 5, done, Provenance.UNSAID);
        assertThat(EntryCodec.decode(0, complete).step()).isEqualTo(new CompleteJob(JobId.of("j")));
        assertThat(EntryCodec.decode(0, EntryCodec.encode(AUTHOR, 5, done)).step())
                .isEqualTo(done);
    }
}
