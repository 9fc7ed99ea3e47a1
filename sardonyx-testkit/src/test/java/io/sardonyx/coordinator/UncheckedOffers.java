package io.sardonyx.coordinator;

/** Offers whose guard is taken out, for a simulation that has to find that; in this package to reach behind it. */
public final class UncheckedOffers {

    private UncheckedOffers() {}

    /** The roster after an offer that is applied whatever the peer does by now, and whoever is at the task. */
    public static Roster apply(Offer offer, Roster before) {
        boolean known = before.peers().has(offer.peer())
                && before.task(offer.post().job(), offer.post().task()) != null;
        return known ? before.offering(offer.peer(), offer.post()) : before;
    }
}
