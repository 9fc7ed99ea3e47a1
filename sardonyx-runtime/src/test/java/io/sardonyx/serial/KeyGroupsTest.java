package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.sardonyx.segment.Shop;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyGroupsTest {

    private static final KeyGroups GROUPS = Shop.CODECS.keyGroups();

    @ParameterizedTest
    @MethodSource("io.sardonyx.serial.RoundTripTest#values")
    void keyAndWhatIsReadOfItsBytesHaveTheSameGroup(Object key) {
        int group = GROUPS.of(key);
        assertThat(group).isBetween(0, KeyGroups.COUNT - 1);
        assertThat(GROUPS.of(Shop.CODECS.decode(Shop.CODECS.encode(key)))).isEqualTo(group);
    }

    /** Whoever changes these numbers moves the keys of every cluster. */
    @Test
    void groupsAreAlwaysTheSame() {
        var keys = Arrays.asList(
                null,
                "",
                "word",
                "Grüße €",
                0L,
                1L,
                -1L,
                Long.MAX_VALUE,
                true,
                'c',
                0.5,
                Double.NaN,
                BigInteger.TWO.pow(64),
                new BigDecimal("1.50"),
                new byte[] {1, 2, 3},
                new UUID(1, 2),
                Instant.EPOCH,
                Duration.ofMillis(1500),
                LocalDate.of(2026, 11, 16),
                LocalDateTime.of(2026, 11, 16, 3, 27),
                List.of(),
                List.of("a", 1),
                Set.of("a", 1),
                Map.of("a", 1),
                Shop.State.PAID,
                Shop.order());
        assertThat(keys.stream().map(GROUPS::of).toList())
                .containsExactly(
                        3054, 2159, 223, 509, 3618, 2320, 3661, 678, 2320, 1071, 2828, 577, 1890, 427, 459, 865, 894,
                        1744, 2092, 1918, 1696, 3194, 2301, 1819, 42, 11);
    }

    @Test
    void wholeNumbersOfTheSameValueMeet() {
        for (int i = -128; i < 128; i++) {
            int group = GROUPS.of((long) i);
            assertThat(GROUPS.of(i)).isEqualTo(group);
            assertThat(GROUPS.of((short) i)).isEqualTo(group);
            assertThat(GROUPS.of((byte) i)).isEqualTo(group);
            assertThat(GROUPS.of(BigInteger.valueOf(i))).isEqualTo(group);
            assertThat(GROUPS.of(i / 4f)).isEqualTo(GROUPS.of(i / 4d));
        }
    }

    @Test
    void equalKeysMeetWhateverTheirOrderOrClass() {
        var map = new LinkedHashMap<Object, Object>();
        var set = new LinkedHashSet<Object>();
        for (int i = 20; i > 0; i--) {
            map.put("k" + i, i);
            set.add(i);
        }
        assertThat(GROUPS.of(map)).isEqualTo(GROUPS.of(Map.copyOf(map)));
        assertThat(GROUPS.of(set)).isEqualTo(GROUPS.of(Set.copyOf(set)));
        assertThat(GROUPS.of(new ArrayList<>(List.of(1, 2)))).isEqualTo(GROUPS.of(List.of(1, 2)));
        assertThat(GROUPS.of(List.of(1, 2))).isNotEqualTo(GROUPS.of(List.of(2, 1)));
    }

    @Test
    void groupDoesNotDependOnWhatElseIsRegistered() {
        KeyGroups few = Codecs.forTypes(List.of(Shop.Order.class)).keyGroups();
        assertThat(few.of(Shop.order())).isEqualTo(GROUPS.of(Shop.order()));
    }

    @Test
    void codecOfOnesOwnIsHashedByItsBytes() {
        KeyGroups groups = Shop.Money.registered().build().keyGroups();
        assertThat(groups.of(new Shop.Money(1, "EUR"))).isEqualTo(groups.of(new Shop.Money(1, "EUR")));
        var found = IntStream.range(0, 1000).map(i -> groups.of(new Shop.Money(i, "EUR")));
        assertThat(found.distinct().count()).isGreaterThan(800);
    }

    @Test
    void keyWithoutCodecIsRefused() {
        assertThatThrownBy(() -> GROUPS.of(new Shop.Note(List.of(new Thread()))))
                .isInstanceOf(BadSegment.NoCodec.class)
                .hasMessageStartingWith("at text[0]: there is no codec for java.lang.Thread");
        var self = new ArrayList<Object>();
        self.add(self);
        assertThatThrownBy(() -> GROUPS.of(self)).isInstanceOf(BadSegment.TooLarge.class);
    }

    /** Of a fair hash the sum is about 4095, and beyond 4095 ± 5 · 90 once in a million trials. */
    @Test
    void keysAreSpreadEvenly() {
        var random = new SplittableRandom(3);
        List<IntFunction<Object>> kinds = List.of(
                i -> "word" + i,
                i -> "user-" + i * 7919L + "@example.org",
                i -> (long) i,
                i -> i * 1000L,
                i -> (long) i << 32,
                i -> i / 10.0,
                i -> new UUID(random.nextLong(), random.nextLong()),
                i -> new UUID(0, i),
                i -> List.of(i / 100, "k" + i % 100),
                i -> new Shop.Card("n" + i, Shop.State.OPEN),
                i -> Instant.ofEpochSecond(i),
                i -> Integer.toString(i).getBytes(StandardCharsets.UTF_8));
        for (int kind = 0; kind < kinds.size(); kind++) {
            assertThat(unevenness(kinds.get(kind))).as("kind %s", kind).isBetween(3600.0, 4600.0);
        }
    }

    private static double unevenness(IntFunction<Object> key) {
        int count = 100_000;
        int[] found = new int[KeyGroups.COUNT];
        for (int i = 0; i < count; i++) {
            found[GROUPS.of(key.apply(i))]++;
        }
        double expected = (double) count / KeyGroups.COUNT;
        return Arrays.stream(found)
                .mapToDouble(n -> (n - expected) * (n - expected) / expected)
                .sum();
    }

    @Test
    void textsAndNumbersAllocateNothing() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var keys = List.<Object>of("a word", 123_456_789L, 77);
        long sum = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 300_000; i++) {
            sum += GROUPS.of(keys.get(i % 3));
        }
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(sum).isPositive();
        assertThat(after - before).isLessThan(10_000);
    }

    @Test
    void everyPeerHasARangeOfGroups() {
        for (int peers : new int[] {1, 2, 3, 7, 100, 4096}) {
            int[] shares = new int[peers];
            int last = 0;
            for (int group = 0; group < KeyGroups.COUNT; group++) {
                int index = KeyGroups.indexOf(group, peers);
                assertThat(index).isBetween(last, last + 1);
                shares[index]++;
                last = index;
            }
            var sizes = Arrays.stream(shares).summaryStatistics();
            assertThat(sizes.getMax() - sizes.getMin()).isLessThanOrEqualTo(1);
            assertThat(sizes.getMin()).isPositive();
        }
        assertThat(KeyGroups.indexOf(4095, 1_000_000)).isEqualTo(999_755);
        assertThatThrownBy(() -> KeyGroups.indexOf(4096, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyGroups.indexOf(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
