package io.sardonyx.testkit.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Stage;
import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What is planted in long histories comes out as a few entries. */
class ShrinkerTest {

    private static final int LONG = 200;

    @Test
    void numbersShrinkToTheSmallestThatFails() {
        assertThat(smallest(Gen.ints(0, 1_000_000), number -> number >= 4711)).contains(4711);
    }

    @Test
    void elementsThatDoNotMatterAreLeftOut() {
        var lists = Gen.ints(0, 9).lists(0, 100);
        assertThat(smallest(lists, list -> list.contains(3) && list.contains(7)))
                .hasValueSatisfying(list -> assertThat(list).containsExactlyInAnyOrder(3, 7));
    }

    @Test
    void listsInListsShrinkToo() {
        var lists = Gen.ints(0, 9).lists(0, 9).lists(0, 20);
        assertThat(smallest(lists, list -> list.stream().anyMatch(inner -> inner.size() > 2)))
                .contains(List.of(List.of(0, 0, 0)));
    }

    @Test
    void alternativesShrinkToTheFirstThatFails() {
        var words = Gen.among("a", "b", "c", "d");
        assertThat(smallest(words, word -> word.compareTo("b") > 0)).contains("c");
    }

    @Test
    void valuesThatDependOnOthersStayValuesThatTheGeneratorMakes() {
        var pairs = Gen.ints(1, 50).then(size -> Gen.ints(0, 3).lists(size, size));
        assertThat(smallest(pairs, list -> list.size() > 5))
                .hasValueSatisfying(list -> assertThat(list).containsExactly(0, 0, 0, 0, 0, 0));
    }

    @Test
    void groupThatLeavesWhileItObservesAJoinerWithOrphansIsFound() {
        expect(15, AnyHistory.hostile(LONG), ShrinkerTest::leavesWhileItObservesAJoinerWithOrphans);
        expect(15, AnyHistory.faithful(LONG), ShrinkerTest::leavesWhileItObservesAJoinerWithOrphans);
    }

    @Test
    void departureOfAPeerFromTheMiddleOfThreeSlotsIsFound() {
        expect(15, AnyHistory.hostile(LONG), ShrinkerTest::leavesAGap);
        expect(15, AnyHistory.faithful(LONG), ShrinkerTest::leavesAGap);
    }

    private static void expect(int most, Gen<History> histories, Predicate<Change<Replica>> planted) {
        var found = Property.forAll(histories)
                .runs(3000)
                .falsify(history -> assertThat(brokenFold(history, planted)).isFalse())
                .orElseThrow();
        assertThat(found.shrunk().entries())
                .as("from %d entries:\n%s", found.original().entries().size(), found.shrunk())
                .hasSizeLessThanOrEqualTo(most);
    }

    /** Whether a fold with a planted bug goes wrong in this history. */
    private static boolean brokenFold(History history, Predicate<Change<Replica>> planted) {
        return history.changes().stream().anyMatch(planted);
    }

    private static boolean leavesWhileItObservesAJoinerWithOrphans(Change<Replica> change) {
        var before = change.before();
        for (GroupId joiner : before.ring().joining().keys()) {
            var observer = before.ring().joining().get(joiner).observer();
            boolean orphans = !change.after().peers().orphansOf(joiner).isEmpty();
            if (change.after().ring().hasLeft(observer) && orphans) {
                return true;
            }
        }
        return false;
    }

    private static boolean leavesAGap(Change<Replica> change) {
        for (Run run : change.after().jobs().live().values()) {
            for (Stage stage : run.demand().stages()) {
                int highest = stage.places().stream()
                        .mapToInt(place -> place.slot())
                        .max()
                        .orElse(-1);
                if (highest >= stage.places().size()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static <T> Optional<T> smallest(Gen<T> gen, Predicate<T> fails) {
        return Property.forAll(gen)
                .falsify(value -> assertThat(fails.test(value)).isFalse())
                .map(Counterexample::shrunk);
    }
}
