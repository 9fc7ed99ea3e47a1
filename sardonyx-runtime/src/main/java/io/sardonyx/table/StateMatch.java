package io.sardonyx.table;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Match of the states in the files of another job to those of a task that takes them over: by their names.
 *
 * @param isFresh whether a state of the task begins empty
 * @param isDropped whether a state in the files is passed over
 */
public record StateMatch(Predicate<String> isFresh, Predicate<String> isDropped) {

    /** Index of a state of a file that no table takes. */
    static final int NOWHERE = -1;

    private static final String REMEDY =
            "; what \"resume\" of the job says as tasks, fresh and dropped has to cover all of them";

    /**
     * The table of each state of a file, {@link #NOWHERE} for what is dropped.
     *
     * @throws DamagedState for what is left over on either side, or has another kind or keys
     */
    int[] tables(List<StateDescription> stored, List<StateDescription> tables) {
        var places = new int[stored.size()];
        Arrays.fill(places, NOWHERE);
        for (int table = 0; table < tables.size(); table++) {
            StateDescription wanted = tables.get(table);
            if (!isFresh.test(wanted.name())) {
                places[place(stored, wanted)] = table;
            }
        }
        for (int i = 0; i < places.length; i++) {
            if (places[i] == NOWHERE && !isDropped.test(stored.get(i).name())) {
                throw new DamagedState(
                        "it contains state " + stored.get(i).name() + ", which the task does not take" + REMEDY);
            }
        }
        return places;
    }

    private int place(List<StateDescription> stored, StateDescription wanted) {
        for (int i = 0; i < stored.size(); i++) {
            StateDescription there = stored.get(i);
            if (there.name().equals(wanted.name()) && !isDropped.test(there.name())) {
                if (!there.equals(wanted)) {
                    throw new DamagedState("it contains the state " + there + ", but the task has " + wanted);
                }
                return i;
            }
        }
        throw missing(wanted.name());
    }

    /**
     * Checks that a task whose state no file contains needs none.
     *
     * @throws DamagedState if one of its states does not begin empty
     */
    void checkNothing(StateTables tables) {
        for (StateDescription wanted : tables.stored()) {
            if (!isFresh.test(wanted.name())) {
                throw missing(wanted.name());
            }
        }
    }

    private static DamagedState missing(String state) {
        return new DamagedState("the task takes state " + state + ", which is not contained" + REMEDY);
    }
}
