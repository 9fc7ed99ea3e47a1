package io.sardonyx.value.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Our immutable collections against those of the JDK, step by step. */
class CollectionsTest {

    private static final int STEPS = 4000;
    private static final int KEYS = 12;

    @Test
    void orderedSetIsALinkedHashSetWithRanks() {
        var random = new SplittableRandom(1);
        OrderedSet<String> ours = OrderedSet.empty();
        var theirs = new LinkedHashSet<String>();
        for (int i = 0; i < STEPS; i++) {
            String key = "k" + random.nextInt(KEYS);
            OrderedSet<String> before = ours;
            var copy = List.copyOf(before);
            boolean changed = random.nextBoolean() ? theirs.add(key) : theirs.remove(key);
            ours = theirs.contains(key) ? before.with(key) : before.without(key);
            assertThat(before).isEqualTo(copy);
            assertThat(ours == before).isEqualTo(!changed);
            assertThat(ours).isEqualTo(new ArrayList<>(theirs)).hasSameHashCodeAs(new ArrayList<>(theirs));
            assertThat(ours.inOrder()).isEqualTo(new ArrayList<>(new TreeSet<>(theirs)));
            assertThat(ours.has(key)).isEqualTo(theirs.contains(key));
            assertThat(ours.indexOfKey(key)).isEqualTo(ours.indexOf(key));
            assertThat(ours.rank(key) >= 0 ? ours.rank(key) : -(ours.rank(key) + 1))
                    .isEqualTo(new TreeSet<>(theirs).headSet(key).size());
        }
    }

    @Test
    void latestOfAnOrderedSetAreThoseThatCameLast() {
        var set = OrderedSet.of(List.of("c", "a", "b", "a"));
        assertThat(set).containsExactly("c", "a", "b");
        assertThat(set.latest(2)).containsExactly("a", "b");
        assertThat(set.latest(3)).isSameAs(set);
        assertThat(set.latest(0)).isEmpty();
    }

    @Test
    void orderedTableIsALinkedHashMap() {
        var random = new SplittableRandom(2);
        OrderedTable<String, Integer> ours = OrderedTable.empty();
        var theirs = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < STEPS; i++) {
            String key = "k" + random.nextInt(KEYS);
            int value = random.nextInt(3);
            OrderedTable<String, Integer> before = ours;
            var copy = entries(before);
            boolean changed;
            if (random.nextInt(3) > 0) {
                changed = !Integer.valueOf(value).equals(theirs.put(key, value));
                ours = before.with(key, value);
            } else {
                changed = theirs.remove(key) != null;
                ours = before.without(key);
            }
            assertThat(entries(before)).isEqualTo(copy);
            assertThat(ours == before).isEqualTo(!changed);
            assertThat(entries(ours)).isEqualTo(new ArrayList<>(theirs.entrySet()));
            assertThat(ours.keys()).isEqualTo(new ArrayList<>(theirs.keySet()));
            assertThat(ours.values()).isEqualTo(new ArrayList<>(theirs.values()));
            assertThat(ours.get(key)).isEqualTo(theirs.get(key));
            assertThat(ours.has(key)).isEqualTo(theirs.containsKey(key));
            assertThat(ours.size()).isEqualTo(theirs.size());
            assertThat(ours.isEmpty()).isEqualTo(theirs.isEmpty());
        }
        assertThat(ours.toString()).isEqualTo(theirs.toString());
    }

    @Test
    void manyValuesOfAnOrderedTableChangeInPlaceAndUnknownKeysAreLeftOut() {
        OrderedTable<String, String> table =
                OrderedTable.<String, String>empty().with("b", "b1").with("a", "a1");
        var changed = table.withValues(List.of("a2", "z2"), value -> value.substring(0, 1));
        assertThat(changed.values()).containsExactly("b1", "a2");
        assertThat(table.values()).containsExactly("b1", "a1");
        assertThat(table.withValues(List.of(), value -> value)).isSameAs(table);
    }

    @Test
    void tablesAreEqualWhenKeysValuesAndOrderAre() {
        OrderedTable<String, Integer> one =
                OrderedTable.<String, Integer>empty().with("a", 1).with("b", 2);
        OrderedTable<String, Integer> same =
                OrderedTable.<String, Integer>empty().with("a", 0).with("b", 2).with("a", 1);
        OrderedTable<String, Integer> otherOrder =
                OrderedTable.<String, Integer>empty().with("b", 2).with("a", 1);
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(otherOrder);
    }

    @Test
    void sortedTableIsATreeMap() {
        var random = new SplittableRandom(3);
        SortedTable<String, Integer> ours = SortedTable.empty();
        var theirs = new TreeMap<String, Integer>();
        for (int i = 0; i < STEPS; i++) {
            String key = "k" + random.nextInt(KEYS);
            int value = random.nextInt(3);
            SortedTable<String, Integer> before = ours;
            var copy = new TreeMap<>(theirs);
            boolean changed;
            if (random.nextInt(3) > 0) {
                changed = !Integer.valueOf(value).equals(theirs.put(key, value));
                ours = before.with(key, value);
            } else {
                changed = theirs.remove(key) != null;
                ours = before.without(key);
            }
            assertThat(before).isEqualTo(SortedTable.of(copy));
            assertThat(ours == before).isEqualTo(!changed);
            assertThat(ours).isEqualTo(SortedTable.of(theirs)).hasSameHashCodeAs(SortedTable.of(theirs));
            assertThat(ours.keys()).isEqualTo(new ArrayList<>(theirs.keySet()));
            assertThat(ours.values()).isEqualTo(new ArrayList<>(theirs.values()));
            assertThat(ours.get(key)).isEqualTo(theirs.get(key));
            assertThat(ours.has(key)).isEqualTo(theirs.containsKey(key));
            assertThat(ours.size()).isEqualTo(theirs.size());
            assertThat(ours.isEmpty()).isEqualTo(theirs.isEmpty());
        }
        assertThat(ours.toString()).isEqualTo(theirs.toString());
    }

    private static List<Map.Entry<String, Integer>> entries(OrderedTable<String, Integer> table) {
        var entries = new ArrayList<Map.Entry<String, Integer>>();
        table.forEach((key, value) -> entries.add(Map.entry(key, value)));
        return entries;
    }
}
