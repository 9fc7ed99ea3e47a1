package io.sardonyx.testkit.explore;

import io.sardonyx.log.Step;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * Model for the explorer: a few processes around one log. All methods must be pure functions, since results are cached.
 *
 * <p>Actors are numbered from 0; a set of actors, such as {@code pulses}, is a bit mask.
 *
 * @param <S> the state that the log folds into
 */
public interface Model<S> {

    /** The state before the first entry. */
    S initial();

    /** The processes, by number. */
    List<GroupId> actors();

    /** Period of positions: steps see the position modulo this number only, which keeps the state space finite. */
    int positionCycle();

    /** Steps that an actor must append according to the state, once it has read everything and its outbox is empty. */
    List<? extends Step<S>> owed(S state, int actor, int pulses);

    /** Whether an actor appends any one of the owed steps, instead of all in the order given. */
    default boolean isAnyOwedFirst() {
        return false;
    }

    /**
     * Steps that an actor may append at any moment, for example when a timer fires; liveness must not depend on them.
     */
    default List<? extends Step<S>> possible(S state, int actor, int pulses) {
        return List.of();
    }

    /** Whether an actor appends reactions to entries as it reads them; one that does not still has its duties. */
    default boolean isReacting(int actor, int pulses) {
        return true;
    }

    /** The actors whose pulse this one watches, as a bit mask. */
    int watches(S state, int actor, int pulses);

    /** The step that a watcher appends when the pulse of {@code actor} has expired. */
    Step<S> death(int actor);

    /** Whether an actor in this state drops the step from its outbox instead of appending it. */
    default boolean isMoot(S state, Step<S> step) {
        return false;
    }

    /** Whether this state makes an actor stop. */
    boolean isEvicted(S state, int actor);

    /** Whether a living actor whose pulse has expired notices it by itself and stops. */
    default boolean noticesItsOwnLoss() {
        return true;
    }

    /** Whether a configuration is healthy in which everything is read and all outboxes are empty. */
    boolean isHealthy(S state, int living, int pulses);

    /** Violated invariants of a state; empty when there are none. */
    List<String> violations(S state);

    /** Violated invariants of a transition; empty when there are none. */
    default List<String> violations(S before, S after) {
        return List.of();
    }

    /** A state that stands for this one because both have the same future; by default the state itself. */
    default S normalForm(S state) {
        return state;
    }

    /** Which actors can be renamed; none by default. */
    default Symmetry<S> symmetry() {
        return new Symmetry<>() {
            @Override
            public List<int[]> permutations() {
                return List.of();
            }

            @Override
            public S renamed(S state, int[] permutation) {
                return state;
            }

            @Override
            public Step<S> renamed(Step<S> step, int[] permutation) {
                return step;
            }
        };
    }

    /** Text of a state, for counterexamples. */
    default String describe(S state) {
        return state.toString();
    }
}
