package io.sardonyx.testkit.explore;

import io.sardonyx.log.Step;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * A handful of processes around one log. All methods are pure: the same question always has the same answer.
 *
 * <p>Actors are numbered from 0; a set of actors is a bit mask.
 *
 * @param <S> what the log folds into
 */
public interface Model<S> {

    /** The state before the first entry. */
    S initial();

    /** The processes, by number. */
    List<GroupId> actors();

    /** Positions of the log that differ by this much are alike; steps see only the remainder. */
    int positionCycle();

    /** What an actor that has read everything and has nothing on its way must append, as the state shows it. */
    List<? extends Step<S>> owed(S state, int actor, int pulses);

    /** What an actor may append at any moment, such as when a timer fires; never counted on. */
    default List<? extends Step<S>> possible(S state, int actor, int pulses) {
        return List.of();
    }

    /** Whether an actor follows up what it reads at once; one that does not has its duties all the same. */
    default boolean isReacting(int actor, int pulses) {
        return true;
    }

    /** The actors whose pulse this one watches, as a mask. */
    int watches(S state, int actor, int pulses);

    /** What a watcher appends when the pulse of {@code actor} is gone. */
    Step<S> death(int actor);

    /** Whether an actor that sees this state drops the step from its outbox instead of appending it. */
    default boolean isMoot(S state, Step<S> step) {
        return false;
    }

    /** Whether the state says that this actor has to stop. */
    boolean isEvicted(S state, int actor);

    /** Whether an actor that lives without a pulse finds out by itself, and stops. */
    default boolean noticesItsOwnLoss() {
        return true;
    }

    /** Whether all is well once everything is read and nothing is on its way. */
    boolean isHealthy(S state, int living, int pulses);

    /** What is wrong with a state that should never be; empty when nothing is. */
    List<String> violations(S state);

    /** What is wrong with a step from one state to the next; empty when nothing is. */
    default List<String> violations(S before, S after) {
        return List.of();
    }

    /** A state as a reader of a story wants to see it. */
    default String describe(S state) {
        return state.toString();
    }
}
