package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.ANYBODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Claims about every history, tried on seeded random ones; a failure names its seed. */
class RandomHistoriesTest {

    private static final int SEEDS = 200;
    private static final int EVENTS = 150;
    private static final List<Step> STEPS = LongStream.range(0, SEEDS)
            .mapToObj(RandomHistoriesTest::play)
            .flatMap(List::stream)
            .toList();

    @Test
    void noEventThrowsOrBreaksAnInvariant() {
        for (Step step : STEPS) {
            assertThat(RosterInvariants.brokenBy(step.change))
                    .as(step::toString)
                    .isEmpty();
            step.event.answer(step.change);
            step.event.reactions(step.change, ANYBODY);
        }
    }

    @Test
    void evenInRostersThatNoHistoryLeadsToNoEventThrowsOrAppliesTwice() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var histories = new Histories(seed);
            for (int i = 0; i < EVENTS; i++) {
                var step = step(seed, histories.absurd(), histories.nonsense());
                step.event.answer(step.change);
                step.event.reactions(step.change, ANYBODY);
                RosterInvariants.brokenBy(step.change);
                CoordinatorDuties.of(step.change.after());
                assertThat(step.wouldChangeAgain(step.event)).as(step::toString).isFalse();
            }
        }
    }

    @Test
    void whatAnEventDidItDoesNotDoTwice() {
        for (Step step : STEPS) {
            assertThat(step.wouldChangeAgain(step.event)).as(step::toString).isFalse();
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
                assertThat(happened).as(step::toString).noneMatch(step::wouldChangeAgain);
            }
        }
    }

    @Test
    void refusedEventLeavesTheVeryRosterAndIsMetWithSilence() {
        for (Step step : STEPS) {
            if (step.change.happened()) {
                assertThat(step.change.after()).as(step::toString).isNotEqualTo(step.change.before());
            } else {
                assertThat(step.event.reactions(step.change, ANYBODY))
                        .as(step::toString)
                        .isEmpty();
            }
        }
    }

    @Test
    void whateverAnEventMakesTheLeaderAppendIsOwedAnyway() {
        for (Step step : STEPS) {
            assertThat(step.event.reactions(step.change, ANYBODY))
                    .as(step::toString)
                    .extracting(Reaction::step)
                    .isSubsetOf(CoordinatorDuties.of(step.change.after()).owed());
        }
    }

    @Test
    void everyTransitionOfTheChartIsSeenAndNoOther() {
        Set<String> legal = new TreeSet<>();
        for (PeerState state : PeerState.values()) {
            state.successors().forEach(next -> legal.add(state.word() + " to " + next.word()));
        }
        assertThat(transitions(event -> !takesTasksBack(event))).isEqualTo(legal);
    }

    @Test
    void taskThatIsTakenBackLeavesItsPeersIdle() {
        assertThat(transitions(RandomHistoriesTest::takesTasksBack))
                .containsExactly("acking to idle", "active to idle", "sealing to idle", "waiting to idle");
    }

    private static boolean takesTasksBack(Event event) {
        return event instanceof Withdraw || event instanceof Unfit;
    }

    private static Set<String> transitions(Predicate<Event> by) {
        Set<String> seen = new TreeSet<>();
        for (Step step : STEPS) {
            step.change.before().peers().forEach((id, peer) -> {
                var after = step.change.after().peers().get(id);
                if (peer.state() != after.state() && by.test(step.event)) {
                    seen.add(peer.state().word() + " to " + after.state().word());
                }
            });
        }
        return seen;
    }

    private static List<Step> play(long seed) {
        var histories = new Histories(seed);
        var steps = new ArrayList<Step>();
        var roster = Roster.EMPTY;
        for (int i = 0; i < EVENTS; i++) {
            var step = step(seed, roster, histories.next(roster));
            steps.add(step);
            roster = step.change.after();
        }
        return steps;
    }

    private static Step step(long seed, Roster before, Event event) {
        return new Step(seed, event, new Change<>(before, event.apply(before, 0)));
    }

    private record Step(long seed, Event event, Change<Roster> change) {

        boolean wouldChangeAgain(Event again) {
            return new Change<>(change.after(), again.apply(change.after(), 1)).happened();
        }
    }
}
