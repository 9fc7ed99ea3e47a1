package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import java.util.function.Predicate;

/** A named claim about every change that an event can make, its outcome included. */
public record RosterInvariant(String name, Predicate<Change<Roster>> holds) {

    /** A claim about single rosters. */
    static RosterInvariant always(String name, Predicate<Roster> holds) {
        return new RosterInvariant(name, change -> holds.test(change.after()));
    }

    static RosterInvariant step(String name, Predicate<Change<Roster>> holds) {
        return new RosterInvariant(name, holds);
    }
}
