package io.sardonyx.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sardonyx.codec.UnreadableEntry.Fault;
import io.sardonyx.command.Gc;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.log.Entry;
import io.sardonyx.value.GroupId;
import java.nio.charset.StandardCharsets;
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
        UnreadableEntry refusal = refusal("{'fn':'gc','args':{'id':'x'},'format':2,'crc':1}");
        assertThat(refusal.fault()).isEqualTo(Fault.NEWER_FORMAT);
        assertThat(refusal).hasMessageContaining("format 2");
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
}
