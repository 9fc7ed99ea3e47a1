package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.Codecs;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** States of another job's files are matched by name, and nothing is left over that was not said to be. */
class StateMatchTest {

    private static StateDescription value(String name) {
        return new StateDescription(name, StateKind.VALUE, KeyType.OBJECT);
    }

    private static StateMatch match(Set<String> fresh, Set<String> dropped) {
        return new StateMatch(fresh::contains, dropped::contains);
    }

    @Test
    void statesAreMatchedByName() {
        assertThat(match(Set.of("new"), Set.of("old"))
                        .tables(
                                List.of(value("one"), value("old"), value("two")),
                                List.of(value("two"), value("new"), value("one"))))
                .containsExactly(2, StateMatch.NOWHERE, 0);
        assertThat(match(Set.of("same"), Set.of("same")).tables(List.of(value("same")), List.of(value("same"))))
                .as("dropped, and begun anew under the same name")
                .containsExactly(StateMatch.NOWHERE);
    }

    @Test
    void whatIsLeftOverIsRefused() {
        StateMatch nothing = match(Set.of(), Set.of());
        assertThatThrownBy(() -> nothing.tables(List.of(value("a"), value("b")), List.of(value("a"))))
                .isInstanceOf(DamagedState.class)
                .hasMessageContaining("it contains state b, which the task does not take; what \"resume\" of the job");
        assertThatThrownBy(() -> nothing.tables(List.of(value("a")), List.of(value("a"), value("b"))))
                .isInstanceOf(DamagedState.class)
                .hasMessageContaining("the task takes state b, which is not contained");
        assertThatThrownBy(() -> match(Set.of(), Set.of("a")).tables(List.of(value("a")), List.of(value("a"))))
                .hasMessageContaining("the task takes state a, which is not contained");
        var keyed = new StateDescription("a", StateKind.VALUE, KeyType.LONG);
        assertThatThrownBy(() -> nothing.tables(List.of(value("a")), List.of(keyed)))
                .hasMessageContaining("it contains the state a:VALUE:OBJECT, but the task has a:VALUE:LONG");
    }

    @Test
    void taskOfWhichNothingIsStoredHasToBeginEmpty() {
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("a", StateKind.VALUE, null),
                        new StateTables.Declaration("b", StateKind.VALUE, null)),
                Codecs.builder().build().keyGroups(),
                KeyType.OBJECT);
        match(Set.of("a", "b"), Set.of()).checkNothing(tables);
        assertThatThrownBy(() -> match(Set.of("a"), Set.of()).checkNothing(tables))
                .isInstanceOf(DamagedState.class)
                .hasMessageContaining("the task takes state b, which is not contained");
    }

    @Test
    void descriptionsAreReadAsTheyAreWritten() {
        assertThat(StateDescription.parse(value("a:b").toString())).isEqualTo(value("a:b"));
    }
}
