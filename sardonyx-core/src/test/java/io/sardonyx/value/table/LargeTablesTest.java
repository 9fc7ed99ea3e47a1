package io.sardonyx.value.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Collections of several parts against those of the JDK, while they grow, change and shrink to nothing. */
class LargeTablesTest {

    private static final int KEYS = 8 * SortedTable.MOST;
    private static final int STEPS = 3 * KEYS;
    private static final int MANY = 100_000;

    @RepeatedTest(3)
    void orderedSetIsALinkedHashSet(RepetitionInfo repetition) {
        var random = new SplittableRandom(repetition.getCurrentRepetition());
        OrderedSet<Integer> ours = OrderedSet.empty();
        var theirs = new LinkedHashSet<Integer>();
        for (int i = 0; i < STEPS || !theirs.isEmpty(); i++) {
            Integer key = random.nextInt(KEYS);
            if (i < STEPS && random.nextInt(4) > 0) {
                theirs.add(key);
                ours = ours.with(key);
            } else if (!theirs.isEmpty()) {
                Integer gone = i < STEPS ? key : ours.get(random.nextInt(ours.size()));
                theirs.remove(gone);
                ours = ours.without(gone);
            }
            if (i % 500 == 0) {
                checkSet(ours, theirs, key, repetition);
            }
        }
        checkSet(ours, theirs, 0, repetition);
    }

    private static void checkSet(
            OrderedSet<Integer> ours, LinkedHashSet<Integer> theirs, Integer key, RepetitionInfo seed) {
        String as = "seed " + seed.getCurrentRepetition();
        var arrived = new ArrayList<>(theirs);
        var sorted = new TreeSet<>(theirs);
        assertThat(ours).as(as).isEqualTo(arrived).hasSameHashCodeAs(arrived);
        assertThat(ours).as(as).isEqualTo(OrderedSet.of(arrived)).hasSameHashCodeAs(OrderedSet.of(arrived));
        assertThat(arrived).as(as).isEqualTo(ours);
        assertThat(ours.inOrder()).as(as).isEqualTo(new ArrayList<>(sorted));
        assertThat(ours.has(key)).as(as).isEqualTo(theirs.contains(key));
        assertThat(ours.indexOfKey(key)).as(as).isEqualTo(arrived.indexOf(key));
        int before = sorted.headSet(key).size();
        assertThat(ours.rank(key)).as(as).isEqualTo(theirs.contains(key) ? before : -before - 1);
        int limit = ours.size() / 2;
        assertThat(ours.latest(limit)).as(as).isEqualTo(arrived.subList(arrived.size() - limit, arrived.size()));
        for (int i = 0; i < arrived.size(); i += 97) {
            assertThat(ours.get(i)).as(as).isEqualTo(arrived.get(i));
        }
    }

    @RepeatedTest(3)
    void orderedTableIsALinkedHashMap(RepetitionInfo repetition) {
        var random = new SplittableRandom(repetition.getCurrentRepetition());
        OrderedTable<Integer, String> ours = OrderedTable.empty();
        var theirs = new LinkedHashMap<Integer, String>();
        for (int i = 0; i < STEPS; i++) {
            Integer key = random.nextInt(KEYS);
            switch (random.nextInt(4)) {
                case 0 -> {
                    theirs.remove(key);
                    ours = ours.without(key);
                }
                default -> {
                    theirs.put(key, "v" + i);
                    ours = ours.with(key, "v" + i);
                }
            }
            if (i % 500 == 0) {
                var older = Map.copyOf(theirs);
                var old = ours;
                ours = changedSome(random, ours, theirs);
                checkTable(ours, theirs, "seed " + repetition.getCurrentRepetition());
                assertThat(older)
                        .hasSize(old.size())
                        .allSatisfy((k, v) -> assertThat(old.get(k)).isEqualTo(v));
            }
        }
    }

    private static OrderedTable<Integer, String> changedSome(
            SplittableRandom random, OrderedTable<Integer, String> ours, Map<Integer, String> theirs) {
        List<Integer> some = random.ints(random.nextInt(300), 0, KEYS).boxed().toList();
        some.forEach(key -> theirs.computeIfPresent(key, (k, old) -> "changed " + k));
        return ours.changing(some, key -> key, (old, key) -> "changed " + key);
    }

    private static void checkTable(
            OrderedTable<Integer, String> ours, LinkedHashMap<Integer, String> theirs, String as) {
        assertThat(ours.keys()).as(as).isEqualTo(new ArrayList<>(theirs.keySet()));
        assertThat(ours.values()).as(as).isEqualTo(new ArrayList<>(theirs.values()));
        assertThat(ours.size()).as(as).isEqualTo(theirs.size());
        assertThat(ours.toString()).as(as).isEqualTo(theirs.toString());
        theirs.forEach((key, value) -> assertThat(ours.get(key)).as(as).isEqualTo(value));
        var same = OrderedTable.<Integer, Map.Entry<Integer, String>>of(theirs.entrySet(), Map.Entry::getKey);
        assertThat(same.keys()).as(as).isEqualTo(ours.keys());
    }

    @RepeatedTest(3)
    void sortedTableIsATreeMap(RepetitionInfo repetition) {
        var random = new SplittableRandom(repetition.getCurrentRepetition());
        String as = "seed " + repetition.getCurrentRepetition();
        SortedTable<Integer, Integer> ours = SortedTable.empty();
        var theirs = new TreeMap<Integer, Integer>();
        for (int i = 0; i < 2 * STEPS; i++) {
            Integer key = random.nextInt(KEYS);
            SortedTable<Integer, Integer> before = ours;
            boolean changed;
            if (random.nextInt(4) > (i < STEPS ? 0 : 2)) {
                Integer value = random.nextInt(3);
                changed = !value.equals(theirs.put(key, value));
                ours = ours.with(key, value);
            } else {
                changed = theirs.remove(key) != null;
                ours = ours.without(key);
            }
            if (changed == (ours == before)) {
                fail(as + ": a table changes when what it says does, else it is the very same");
            }
            if (i % 500 == 0) {
                var same = SortedTable.of(theirs);
                assertThat(ours).as(as).isEqualTo(same).hasSameHashCodeAs(same);
                assertThat(ours.keys()).as(as).isEqualTo(new ArrayList<>(theirs.keySet()));
                assertThat(ours.values()).as(as).isEqualTo(new ArrayList<>(theirs.values()));
                assertThat(ours.toString()).as(as).isEqualTo(theirs.toString());
                assertThat(ours.get(key)).as(as).isEqualTo(theirs.get(key));
                assertThat(ours.has(key)).as(as).isEqualTo(theirs.containsKey(key));
            }
        }
    }

    /** By copies of the whole each of these took minutes. */
    @Test
    @Timeout(60)
    void hundredThousandMembersComeAndGoOneByOne() {
        OrderedTable<Integer, Integer> table = OrderedTable.empty();
        SortedTable<Integer, Integer> sorted = SortedTable.empty();
        int step = 7919;
        for (int i = 0; i < MANY; i++) {
            int key = (int) ((long) i * step % MANY);
            table = table.with(key, i);
            sorted = sorted.with(key, i);
        }
        assertThat(table.size()).isEqualTo(MANY);
        assertThat(sorted.size()).isEqualTo(MANY);
        assertThat(sorted.keys()).isEqualTo(table.keys().inOrder());
        for (int i = 0; i < MANY; i++) {
            table = table.without(i);
            sorted = sorted.without(i);
        }
        assertThat(table.isEmpty()).isTrue();
        assertThat(sorted.isEmpty()).isTrue();
    }

    @RepeatedTest(3)
    void idsAreFoundWhateverTheirPrefixes(RepetitionInfo repetition) {
        var random = new SplittableRandom(repetition.getCurrentRepetition());
        SortedTable<PeerId, Integer> ours = SortedTable.empty();
        var theirs = new TreeMap<PeerId, Integer>();
        var known = new ArrayList<PeerId>();
        for (int i = 0; i < STEPS; i++) {
            PeerId key = anyId(random, i);
            known.add(key);
            ours = ours.with(key, i);
            theirs.put(key, i);
            if (i % 3 == 0) {
                PeerId gone = known.get(random.nextInt(known.size()));
                ours = ours.without(gone);
                theirs.remove(gone);
            }
            PeerId any = known.get(random.nextInt(known.size()));
            PeerId absent = anyId(random, -i);
            assertThat(ours.get(any)).isEqualTo(theirs.get(any));
            assertThat(ours.get(absent)).isEqualTo(theirs.get(absent));
            int before = theirs.headMap(absent).size();
            assertThat(ours.rank(absent)).isEqualTo(theirs.containsKey(absent) ? before : -before - 1);
        }
        assertThat(ours.keys()).isEqualTo(new ArrayList<>(theirs.keySet()));
    }

    /** Names, evenly spread UUIDs, those that differ only in their second half, and those close to the ends. */
    private static PeerId anyId(SplittableRandom random, int i) {
        return switch (random.nextInt(4)) {
            case 0 -> PeerId.of("name" + i);
            case 1 -> PeerId.of(new UUID(random.nextLong(), random.nextLong()).toString());
            case 2 -> PeerId.of(new UUID(4711, random.nextInt(KEYS)).toString());
            default -> PeerId.of(new UUID(random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE, i).toString());
        };
    }

    @Test
    void numbersBelowABoundAreCounted() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 2_000; i++) {
            int shift = random.nextInt(Long.SIZE);
            long[] ascending = random.longs(random.nextInt(40))
                    .map(number -> number >> shift)
                    .sorted()
                    .toArray();
            long bound = random.nextInt(3) == 0 || ascending.length == 0
                    ? random.nextLong()
                    : ascending[random.nextInt(ascending.length)];
            assertThat((long) Ascending.countBelow(bound, ascending))
                    .isEqualTo(Arrays.stream(ascending)
                            .filter(number -> number < bound)
                            .count());
        }
    }

    @Test
    void latestComeFirstWhenWalkedBack() {
        OrderedTable<Integer, Integer> table = OrderedTable.empty();
        for (int size = 0; size < 3 * Sequence.MOST; size++) {
            var back = new ArrayList<Integer>();
            table.latestFirst().forEachRemaining(back::add);
            Collections.reverse(back);
            assertThat(back).isEqualTo(table.values());
            table = table.with(size, size);
            table = size % 5 == 0 ? table.without(size / 2) : table;
        }
        Iterator<Integer> none = OrderedTable.<Integer, Integer>empty().latestFirst();
        assertThatThrownBy(none::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void changesByKnownNumbersEqualChangesBySearch() {
        var random = new SplittableRandom(5);
        OrderedTable<Integer, Integer> table = OrderedTable.empty();
        for (int key = 0; key < 5 * Sequence.MOST; key++) {
            table = table.with(key, key);
            table = random.nextInt(3) == 0 ? table.without(random.nextInt(key + 1)) : table;
            List<Integer> keys = random.ints(20, 0, 2 + key).distinct().boxed().toList();
            long[] numbers = new long[keys.size()];
            for (int i = 0; i < numbers.length; i++) {
                long number = table.number(keys.get(i));
                assertThat(table.at(number)).isEqualTo(table.get(keys.get(i)));
                numbers[i] = random.nextInt(4) == 0 ? random.nextInt(-1, key + 2) : number;
            }
            assertThat(table.changing(keys, numbers, one -> one, value -> Math.abs(value), (old, one) -> -old))
                    .isEqualTo(table.changing(keys, one -> one, (old, one) -> -old));
        }
    }

    @Test
    void theReverseIteratorTellsSequenceNumbers() {
        OrderedTable<Integer, Integer> table = OrderedTable.empty();
        for (int key = 0; key < 2 * Sequence.MOST; key++) {
            table = table.with(key, key);
            table = key % 3 == 0 ? table.without(key / 2) : table;
        }
        var back = table.latestFirst();
        while (back.hasNext()) {
            Integer key = back.next();
            assertThat(back.number()).isEqualTo(table.number(key));
        }
    }
}
