package io.sardonyx.testkit.explore;

import io.sardonyx.log.Step;
import java.util.List;

/**
 * Symmetry of a model: permutations of actors under which it behaves the same.
 *
 * <p>Renaming must commute with everything that the model does: the steps of the renamed state are the renamed steps of
 * the state. Then configurations that differ only by names have the same future, and one of them stands for all.
 *
 * @param <S> the state that the log folds into
 */
public interface Symmetry<S> {

    /** All permutations but the identity; each maps the number of an actor to that of another one. */
    List<int[]> permutations();

    S renamed(S state, int[] permutation);

    Step<S> renamed(Step<S> step, int[] permutation);
}
