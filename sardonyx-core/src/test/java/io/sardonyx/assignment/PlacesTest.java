package io.sardonyx.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {

    private static final Place A = new Place(PeerId.of("a"), 3, new Site("x"));
    private static final Place B = new Place(PeerId.of("b"), 0, null);
    private static final Place C = new Place(PeerId.of("c"), 1, new Site("x"));

    private final Places places = Places.of(List.of(A, B, C));

    @Test
    void placesAreAListLikeAnyOther() {
        assertThat(places).isEqualTo(List.of(A, B, C)).hasSameHashCodeAs(List.of(A, B, C));
        assertThat(List.of(A, B, C)).isEqualTo(places);
        assertThat(places).hasToString(List.of(A, B, C).toString());
        assertThat(Places.of(places)).isSameAs(places);
        assertThat(Places.of(List.of())).isSameAs(Places.NONE);
    }

    @Test
    void slotsSitesAndNumbersStayWithTheirPlaces() {
        Places more = Places.NONE.with(List.of(A, B), new long[] {7, -1}).with(List.of(C), new long[] {9});
        Places fewer = more.without(A.peer());
        assertThat(fewer).containsExactly(B, C);
        assertThat(fewer.numbers()).containsExactly(-1, 9);
        assertThat(fewer.slot(1)).isEqualTo(1);
        assertThat(fewer.site(0)).isEqualTo(Places.NOWHERE);
        assertThat(fewer.siteHash(1)).isEqualTo(new Site("x").hashCode());
        assertThat(more.with(fewer).numbers()).containsExactly(7, -1, 9, -1, 9);
        assertThat(more.only(new boolean[] {true, false, true}, 2)).containsExactly(A, C);
    }

    @Test
    void numbersAreNoPartOfTheValue() {
        assertThat(Places.NONE.with(List.of(A, B, C), new long[] {1, 2, 3})).isEqualTo(places);
        assertThat(places.numbers()).containsOnly(-1);
    }

    @Test
    void placesOfASiteAreCountedThoughAnotherHasItsHashCode() {
        var one = new Place(PeerId.of("one"), 0, new Site("Aa"));
        var other = new Place(PeerId.of("other"), 1, new Site("BB"));
        var both = Places.of(List.of(one, other, one));
        assertThat(both.siteHash(0)).isEqualTo(both.siteHash(1));
        assertThat(both.count(new Site("Aa"))).isEqualTo(2);
        assertThat(both.count(new Site("BB"))).isEqualTo(1);
        assertThat(both.count(new Site("C"))).isZero();
        assertThat(places.count(Places.NOWHERE)).isEqualTo(1);
    }

    @Test
    void slotsAboveTheBoundAreNotTold() {
        assertThat(places.takenBelow(3)).containsExactly(true, true, false);
        assertThat(places.takenBelow(4)).containsExactly(true, true, false, true);
    }
}
