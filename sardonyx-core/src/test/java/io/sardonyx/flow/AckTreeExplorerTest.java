package io.sardonyx.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.flow.AckTreeExplorer.Opening;
import io.sardonyx.flow.AckTreeExplorer.Placement;
import io.sardonyx.flow.AckTreeExplorer.Rules;
import io.sardonyx.flow.AckTreeExplorer.Values;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every tree of up to five batches, every order of delivery, up to two duplicated frames and one lost. */
class AckTreeExplorerTest {

    private static final int NODES = 5;
    private static final long SEED = 20260726L;

    private record Found(long states, long completions, Optional<String> falseCompletion, Optional<String> stranded) {}

    @Test
    void thereAreSeventeenShapesOfUpToFiveNodes() {
        assertThat(TreeShapes.upTo(5)).hasSize(17);
        assertThat(TreeShapes.upTo(6)).hasSize(37);
    }

    @Test
    void numberedLinksNeverCompleteTooEarlyAndStrandNothing() {
        for (Placement placement : Placement.values()) {
            var found = explore(new Rules(true, Opening.BEFORE_SENDING, placement), NODES);
            assertThat(found.falseCompletion()).isEmpty();
            assertThat(found.stranded()).isEmpty();
            assertThat(found.completions()).isPositive();
        }
    }

    @Test
    void aValueMayBeHandedOnToAnOnlyChildWithoutAnAck() {
        for (Placement placement : Placement.values()) {
            var found = explore(
                    new Rules(true, Opening.BEFORE_SENDING, placement, Values.HANDED_ON_TO_AN_ONLY_CHILD), NODES);
            assertThat(found.falseCompletion()).isEmpty();
            assertThat(found.stranded()).isEmpty();
            assertThat(found.completions()).isPositive();
        }
    }

    /* The ack of the child with the old value may come before the parent's, which has the values of the others. */
    @Test
    void aValueHandedOnToOneOfSeveralChildrenCompletesARootTooEarly() {
        var rules = new Rules(true, Opening.BEFORE_SENDING, Placement.APART, Values.HANDED_ON_TO_THE_FIRST_CHILD);
        assertThat(explore(rules, NODES).falseCompletion()).isPresent();
    }

    @Test
    void numberedLinksAreSafeEvenWhenTheFirstMessageOpensTheRoot() {
        for (Placement placement : Placement.values()) {
            var found = explore(new Rules(true, Opening.BY_FIRST_MESSAGE, placement), NODES);
            assertThat(found.falseCompletion()).isEmpty();
            assertThat(found.stranded()).isEmpty();
            assertThat(found.completions()).isPositive();
        }
    }

    @Test
    void withoutNumbersADuplicateCompletesARootThatTheFirstMessageOpened() {
        var found = explore(new Rules(false, Opening.BY_FIRST_MESSAGE, Placement.APART), 3);
        assertThat(found.falseCompletion())
                .hasValue("(()) [duplicate ack of node 0, deliver ack of node 0, deliver ack of node 0]");
    }

    /* Each data value is in one giver's message and one taker's; the opening has the first values once and for sure. */
    @Test
    void withoutNumbersOpeningBeforeSendingIsStillSafeButDuplicatesStrandRoots() {
        var found = explore(new Rules(false, Opening.BEFORE_SENDING, Placement.APART), NODES - 1);
        assertThat(found.falseCompletion()).isEmpty();
        assertThat(found.stranded()).isPresent();
    }

    @Test
    @Tag("campaign")
    void treesOfSixNodesHoldTheSame() {
        for (Placement placement : Placement.values()) {
            for (Opening opening : Opening.values()) {
                assertThat(explore(new Rules(true, opening, placement), 6).falseCompletion())
                        .isEmpty();
            }
        }
        var unnumbered = explore(new Rules(false, Opening.BEFORE_SENDING, Placement.APART), NODES);
        assertThat(unnumbered.falseCompletion()).isEmpty();
    }

    private static Found explore(Rules rules, int nodes) {
        long states = 0;
        long completions = 0;
        Optional<String> falseCompletion = Optional.empty();
        Optional<String> stranded = Optional.empty();
        for (int[] parents : TreeShapes.upTo(nodes)) {
            var explorer = new AckTreeExplorer(parents, rules, SEED).explore(2, 1);
            states += explorer.states();
            completions += explorer.completions();
            falseCompletion = falseCompletion.or(explorer::falseCompletion);
            stranded = stranded.or(explorer::strandedRoot);
        }
        var found = new Found(states, completions, falseCompletion, stranded);
        System.out.println("trees up to " + nodes + ", seed " + SEED + ", " + rules + ": " + found);
        return found;
    }
}
