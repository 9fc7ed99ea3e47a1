package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import java.util.function.Predicate;

/** A named safety property of every change that an event can make, including the resulting roster. */
public record RosterInvariant(String name, Predicate<Change<Roster>> holds) {

    /** A property of single rosters. */
    static RosterInvariant always(String name, Predicate<Roster> holds) {
        return new RosterInvariant(name, change -> holds.test(change.after()));
    }

    /** A property of transitions. */
    static RosterInvariant step(String name, Predicate<Change<Roster>> holds) {
        return new RosterInvariant(name, holds);
    }
}
