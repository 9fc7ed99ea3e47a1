package io.sardonyx.store.derived;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.lease.LockDocument;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.LockCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Whatever is in a document of a derived log or lease: it is decoded, or refused by an error that names it. */
class DerivedDocumentsFuzzTest {

    private static final int ROUNDS = 8_000;
    private static final String NAME = "some/document";

    private static final List<byte[]> DOCUMENTS = List.of(
            LogBatch.inline(3, List.of("one".getBytes(UTF_8), new byte[0], new byte[100]))
                    .encoded(),
            LogBatch.chunked(3, 2, Chunks.Ref.of(new byte[10])).encoded(),
            new LogEnd(5, 10, 2, 4, 1).encoded(),
            DerivedOrigins.Refs.encoded(List.of(new DerivedOrigins.Ref(7, Chunks.Ref.of(new byte[10])))),
            LockCodec.encoded(new LockDocument("somebody", 5, 1_000, 7)),
            LockCodec.encodedFence(7));

    private static final List<BiFunction<String, byte[], Object>> DECODERS = List.of(
            LogBatch::decoded,
            LogEnd::decoded,
            DerivedOrigins.Refs::decoded,
            LockCodec::decoded,
            LockCodec::decodedFence,
            (name, bytes) -> LogBatch.decodedEntries(name, ByteBuffer.wrap(bytes), 3));

    private final Random random = new Random(4711);
    private int decoded;

    @Test
    void documentsAreDecodedOrRefusedByName() {
        for (byte[] document : DOCUMENTS) {
            decode(document);
        }
        assertThat(decoded).isGreaterThanOrEqualTo(DOCUMENTS.size());
        for (int round = 0; round < ROUNDS; round++) {
            byte[] noise = new byte[random.nextInt(80)];
            random.nextBytes(noise);
            decode(noise);
            decode(mutated(DOCUMENTS.get(random.nextInt(DOCUMENTS.size())).clone()));
        }
    }

    /** With some bytes replaced or cut off; sometimes its checksum is made right again. */
    private byte[] mutated(byte[] document) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            document[random.nextInt(document.length)] = (byte) random.nextInt();
        }
        byte[] cut = random.nextInt(4) > 0
                ? document
                : java.util.Arrays.copyOf(document, Math.max(4, random.nextInt(document.length)));
        if (random.nextBoolean()) {
            var sum = new CRC32C();
            sum.update(cut, 0, cut.length - 4);
            ByteBuffer.wrap(cut).putInt(cut.length - 4, (int) sum.getValue());
        }
        return cut;
    }

    private void decode(byte[] document) {
        for (var decoder : DECODERS) {
            try {
                assertThat(decoder.apply(NAME, document)).isNotNull();
                decoded++;
            } catch (Unreadable refused) {
                assertThat(refused).hasMessageContaining(NAME);
            }
        }
    }
}
