package io.sardonyx.coordinator;

import io.sardonyx.log.Reaction;
import java.util.ArrayList;
import java.util.List;

/** Builds the reactions of events: entries that the leader appends at once. */
final class FollowUps {

    private FollowUps() {}

    static List<Reaction<Roster>> of(List<? extends Event> events) {
        return events.stream().map(event -> new Reaction<Roster>(event, false)).toList();
    }

    /** The given event, then a round of offers. */
    static List<Reaction<Roster>> andOffers(Event first, Roster roster) {
        var events = new ArrayList<Event>();
        events.add(first);
        events.addAll(Offers.next(roster));
        return of(events);
    }
}
