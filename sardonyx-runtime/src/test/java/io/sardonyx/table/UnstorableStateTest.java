package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys and values that declarations did not tell of, and that no file or no table could keep. */
class UnstorableStateTest {

    /** What a text, a number or an array may be. */
    record Anything(Object content) {}

    /** Equal to another one that has the same bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Digest(byte[] bytes) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Digest that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    private static final byte[] BYTES = {1, 2};

    private final Codecs codecs =
            Codecs.builder().register(Anything.class).register(Digest.class).build();
    private final StateTables tables = new StateTables(
            List.of(
                    new StateTables.Declaration("value", StateKind.VALUE, null),
                    new StateTables.Declaration("entries", StateKind.ENTRIES, null),
                    new StateTables.Declaration("items", StateKind.ITEMS, null)),
            codecs.keyGroups(),
            KeyType.OBJECT);

    @BeforeEach
    void empty() {
        tables.reset(0);
        tables.seek("key");
    }

    @SuppressWarnings("unchecked")
    private Value<Object> value() {
        return (Value<Object>) tables.handle("value");
    }

    @SuppressWarnings("unchecked")
    private Entries<Object, Object> entries() {
        return (Entries<Object, Object>) tables.handle("entries");
    }

    @SuppressWarnings("unchecked")
    private Items<Object> items() {
        return (Items<Object>) tables.handle("items");
    }

    private static void assertRefused(ThrowingCallable change, String... words) {
        assertThatThrownBy(change).isInstanceOf(UnstorableState.class).hasMessageContainingAll(words);
    }

    @Test
    void keyThatContainsAnArrayIsRefusedWhereverItHidesIt() {
        for (Object key : List.of(
                BYTES,
                List.of("a", BYTES),
                Optional.of(BYTES),
                Map.of("a", BYTES),
                Set.of(List.of(BYTES)),
                new Anything(List.of(new Anything(BYTES))))) {
            assertRefused(() -> tables.seek(key), "is no key of state: ", "a byte[] is equal to no copy of itself");
        }
        assertRefused(() -> tables.seek(List.of("a", new Anything(BYTES))), "at [1].content: a byte[]");
        assertRefused(() -> tables.seek(new Anything(new int[0])), "there is no codec for int[]");
    }

    @Test
    void keyThatIsEqualToItsCopiesIsFine() {
        for (Object key : List.of("a", 1L, List.of("a", 2), new Anything("a"), new Anything(new Digest(BYTES)))) {
            tables.seek(key);
            value().set("found");
            tables.seek(codecs.decode(codecs.encode(key)));
            assertThat(value().get()).as("%s", key).isEqualTo("found");
        }
    }

    @Test
    void keyThatOnlyItsClassCanCompareIsShownWithoutThatClass() {
        tables.seek(new Digest(BYTES));
        value().set("found");
        var writer = new StateFileWriter(tables, codecs, cell -> true);
        write(writer);
        var file = ByteBuffer.allocate((int) writer.size());
        writer.content().forEach(file::put);
        var found = new ArrayList<Map<String, Object>>();
        new StateScan(
                        List.of(new FileChain.Stored("file", writer.size())),
                        KeyGroupSet.ALL,
                        (any, from, length) -> file.slice((int) from, length))
                .read(range -> true, (key, states) -> found.add(states));
        assertThat(found).containsExactly(Map.of("value", "found"));
    }

    @Test
    void entryOfWhichTheKeyContainsAnArrayIsRefused() {
        assertRefused(
                () -> entries().put(List.of(BYTES), "a"), "state entries of key key cannot have an entry [", "[0]");
        assertRefused(() -> entries().put(new Object(), "a"), "there is no codec for java.lang.Object");
        assertThat(entries().size()).isZero();
        entries().put(new Digest(BYTES), "a");
        assertThat(entries().get(new Digest(BYTES.clone()))).isEqualTo("a");
    }

    @Test
    void valueOfAClassWithoutCodecIsRefusedWhereItIsGiven() {
        value().set("before");
        items().add("before");
        tables.seek("key");
        for (int i = 0; i < 2; i++) {
            assertRefused(
                    () -> value().set(new Object()),
                    "state value of key key cannot be stored: there is no codec for java.lang.Object; register one");
            assertRefused(() -> items().add(new int[0]), "state items of key key", "of the arrays only byte[]");
            assertRefused(
                    () -> entries().put("a", List.of("a", new Object())), "state entries of key key", "at [1]: there");
        }
        tables.rollBack();
        assertThat(value().get()).as("nothing was changed").isEqualTo("before");
        assertThat(items().all()).containsExactly("before");
        assertThat(entries().size()).isZero();
        assertThatCode(() -> write(new StateFileWriter(tables, codecs, cell -> true)))
                .doesNotThrowAnyException();
    }

    private static void write(StateFileWriter writer) {
        assertThat(writer.write(10_000)).isTrue();
    }

    @Test
    void valueOfWhichTheClassDoesNotTellIsNamedWhenItIsWritten() {
        value().set(List.of("a"));
        value().set(List.of(new Object()));
        var writer = new StateFileWriter(tables, codecs, cell -> false);
        assertRefused(
                () -> write(writer),
                "state value of key key cannot be stored: at [0]: there is no codec for java.lang");
    }

    @Test
    void valueBeyondTheLimitIsNamedWhenItIsWritten() {
        items().add("short");
        items().add("x".repeat(Codecs.DEFAULT_LIMIT));
        var writer = new StateFileWriter(tables, codecs, cell -> false);
        assertRefused(() -> write(writer), "state items of key key cannot be stored", "the limit is 1048576");
    }

    /** It changes the row, but what could not be written was the row as it was. */
    @Test
    void functionIsNotBlamedForWhatCouldNotBeWrittenBefore() {
        value().set(List.of("a"));
        value().set(List.of(new Object()));
        var writer = new StateFileWriter(tables, codecs, cell -> false);
        tables.seek("key");
        value().set(List.of("b"));
        assertThat(value().get()).isEqualTo(List.of("b"));
        assertRefused(() -> write(writer), "state value of key key cannot be stored");
    }
}
