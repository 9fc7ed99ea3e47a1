package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.ANYBODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Claims about every history, tried on seeded random ones; a failure names its seed. */
class RandomHistoriesTest {

    private static final int SEEDS = 300;
    private static final int EVENTS = 150;

    @Test
    void noEventThrowsOrBreaksAnInvariant() {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Step step : play(seed)) {
                assertThat(RosterInvariants.brokenBy(step.change))
                        .as("seed %d, %s in %s", seed, step.event, step.change.before())
                        .isEmpty();
                step.event.answer(step.change);
                step.event.reactions(step.change, ANYBODY);
            }
        }
    }

    @Test
    void evenInRostersThatNoHistoryLeadsToNoEventThrowsOrAppliesTwice() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var histories = new Histories(seed);
            for (int i = 0; i < EVENTS; i++) {
                var roster = histories.absurd();
                var event = histories.nonsense();
                var change = new Change<>(roster, event.apply(roster, i));
                event.answer(change);
                event.reactions(change, ANYBODY);
                RosterInvariants.brokenBy(change);
                CoordinatorDuties.of(change.after());
                assertThat(event.apply(change.after(), i))
                        .as("seed %d, %s in %s", seed, event, roster)
                        .isSameAs(change.after());
            }
        }
    }

    @Test
    void whatAnEventDidItDoesNotDoTwice() {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Step step : play(seed)) {
                assertThat(step.event.apply(step.change.after(), 1))
                        .as("seed %d, %s twice", seed, step.event)
                        .isSameAs(step.change.after());
            }
        }
    }

    @Test
    void anySuffixOfWhatHappenedChangesNothingWhenReplayed() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var happened = new ArrayList<Event>();
            for (Step step : play(seed)) {
                if (step.change.happened()) {
                    happened.add(step.event);
                }
                // None applies again, whatever came after it: so no suffix does, in any order or number.
                for (Event event : happened) {
                    assertThat(event.apply(step.change.after(), 1))
                            .as("seed %d, %s after %s", seed, event, step.event)
                            .isSameAs(step.change.after());
                }
            }
        }
    }

    @Test
    void refusedEventLeavesTheVeryRosterAndIsMetWithSilence() {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Step step : play(seed)) {
                if (!step.change.happened()) {
                    assertThat(step.event.reactions(step.change, ANYBODY))
                            .as("seed %d, %s", seed, step.event)
                            .isEmpty();
                } else {
                    assertThat(step.change.after())
                            .as("seed %d, %s", seed, step.event)
                            .isNotEqualTo(step.change.before());
                }
            }
        }
    }

    @Test
    void whateverAnEventMakesTheLeaderAppendIsOwedAnyway() {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Step step : play(seed)) {
                var owed = CoordinatorDuties.of(step.change.after()).owed();
                assertThat(step.event.reactions(step.change, ANYBODY))
                        .as("seed %d, %s", seed, step.event)
                        .extracting(Reaction::step)
                        .isSubsetOf(owed);
            }
        }
    }

    @Test
    void everyTransitionOfTheChartIsSeenAndNoOther() {
        Set<String> seen = new TreeSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Step step : play(seed)) {
                step.change.before().peers().forEach((id, peer) -> {
                    var after = step.change.after().peers().get(id);
                    seen.add(peer.state().word() + " to " + after.state().word());
                });
            }
        }
        Set<String> legal = new TreeSet<>();
        for (PeerState state : PeerState.values()) {
            legal.add(state.word() + " to " + state.word());
            state.successors().forEach(next -> legal.add(state.word() + " to " + next.word()));
        }
        assertThat(seen).isEqualTo(legal);
    }

    private static List<Step> play(long seed) {
        var histories = new Histories(seed);
        var steps = new ArrayList<Step>();
        var roster = Roster.EMPTY;
        for (int i = 0; i < EVENTS; i++) {
            var event = histories.next(roster);
            var change = new Change<>(roster, event.apply(roster, i));
            steps.add(new Step(event, change));
            roster = change.after();
        }
        return steps;
    }

    private record Step(Event event, Change<Roster> change) {}
}
