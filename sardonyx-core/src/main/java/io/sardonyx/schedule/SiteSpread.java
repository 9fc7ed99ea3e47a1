package io.sardonyx.schedule;

import io.sardonyx.assignment.Place;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses which of a task's equally capable peers stay: spread evenly over sites, and the lowest slots of each.
 *
 * <p>Its arrays are reused for all tasks of a plan.
 */
final class SiteSpread {

    private final SiteIndex sites = new SiteIndex(64);
    private int[] siteOf = new int[64];
    private int[] counts = new int[64];
    /** Slot and index of each place, packed for sorting. */
    private long[] bySlot = new long[64];

    /** Sets {@code stays} for {@code wanted} of the places with the given indices. */
    void keep(List<Place> places, int[] among, int wanted, boolean[] stays) {
        if (among.length > siteOf.length) {
            siteOf = new int[among.length];
            counts = new int[among.length];
            bySlot = new long[among.length];
        }
        sites.clear();
        Arrays.fill(counts, 0, among.length, 0);
        for (int i = 0; i < among.length; i++) {
            Place place = places.get(among[i]);
            siteOf[i] = sites.add(place.site());
            counts[siteOf[i]]++;
            bySlot[i] = (long) place.slot() << Integer.SIZE | i;
        }
        int[] keep = EvenShares.fill(new int[sites.size()], Arrays.copyOf(counts, sites.size()), wanted);
        Arrays.sort(bySlot, 0, among.length);
        for (int s = 0; s < among.length; s++) {
            int i = (int) bySlot[s];
            stays[among[i]] = keep[siteOf[i]]-- > 0;
        }
    }
}
