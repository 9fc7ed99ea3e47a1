package io.sardonyx.testkit.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PropertyTest {

    private static final Gen<List<Integer>> LISTS = Gen.ints(0, 1000).lists(0, 50);

    @Test
    void whatHoldsIsTriedThatManyTimes() {
        var tried = new ArrayList<List<Integer>>();
        Property.forAll(LISTS).runs(70).check(tried::add);
        assertThat(tried).hasSize(70);
    }

    @Test
    void theSameSeedGivesTheSameValues() {
        assertThat(LISTS.seeded(7)).isEqualTo(LISTS.seeded(7)).isNotEqualTo(LISTS.seeded(8));
    }

    @Test
    void failureNamesTheSeedTheSmallestValueAndTheCause() {
        var property = Property.forAll(LISTS).seed(40).shownAs(list -> "the list " + list);
        var found = property.falsify(PropertyTest::noElementIsAbove99).orElseThrow();
        assertThatThrownBy(() -> property.check(PropertyTest::noElementIsAbove99))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dsardonyx.seed=" + found.seed())
                .hasMessageContaining("the list [100]")
                .hasMessageContaining("too much")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void theSeedOfAFailureFailsAtOnce() {
        var property = Property.forAll(LISTS);
        var found =
                property.falsify(list -> assertThat(list).hasSizeLessThan(45)).orElseThrow();
        var again = property.seed(found.seed())
                .falsify(list -> assertThat(list).hasSizeLessThan(45))
                .orElseThrow();
        assertThat(again.run()).isZero();
        assertThat(again.original()).isEqualTo(found.original());
    }

    @Test
    void anotherKindOfFailureDoesNotReplaceTheOneThatIsShrunk() {
        var found = Property.forAll(LISTS)
                .falsify(list -> {
                    noElementIsAbove99(list);
                    assertThat(list).isEmpty();
                })
                .orElseThrow();
        assertThat(found.cause()).hasSameClassAs(new IllegalStateException());
        assertThat(found.shrunk()).containsExactly(100);
    }

    @Test
    void noRunBeginsWhenTheTimeIsOver() {
        var tried = new ArrayList<List<Integer>>();
        Property.forAll(LISTS).within(Duration.ZERO).check(tried::add);
        assertThat(tried).isEmpty();
    }

    private static void noElementIsAbove99(List<Integer> list) {
        if (list.stream().anyMatch(element -> element > 99)) {
            throw new IllegalStateException("too much");
        }
    }
}
