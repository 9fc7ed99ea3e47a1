package io.sardonyx.schedule;

import io.sardonyx.assignment.Places;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which of a task's equally capable peers stay: spread evenly over sites, and the lowest slots of each.
 *
 * <p>Its arrays are reused for all tasks of a plan.
 */
final class SiteSpread {

    /** Number of each place's site, in order of appearance. */
    private int[] siteOf = new int[64];

    private int[] counts = new int[64];
    /** The first place of each site, later the one with the lowest slot. */
    private int[] firstOf = new int[64];
    /** Open-addressing hash table of sites by number plus one; never iterated, so no hash order can affect a plan. */
    private int[] table = new int[256];
    /** Slot and index of each place, packed for sorting. */
    private long[] bySlot = new long[0];

    /** Sets {@code stays} for {@code wanted} of the places with the given indices; null stands for all of them. */
    void keep(Places places, int @Nullable [] among, int wanted, boolean[] stays) {
        int size = among == null ? places.size() : among.length;
        int sites = number(places, among, size);
        if (sites >= wanted) {
            keepOneEach(places, among, size, wanted, stays);
        } else {
            int[] keep = EvenShares.fill(new int[sites], Arrays.copyOf(counts, sites), wanted);
            keepLowestSlots(places, among, size, keep, stays);
        }
    }

    /** Keeps the lowest slot of each of the first {@code wanted} sites. */
    private void keepOneEach(Places places, int @Nullable [] among, int size, int wanted, boolean[] stays) {
        for (int i = 0; i < size; i++) {
            int index = among == null ? i : among[i];
            int site = siteOf[i];
            if (site < wanted) {
                boolean lowest = firstOf[site] == index || places.slot(index) < places.slot(firstOf[site]);
                stays[firstOf[site]] &= !lowest;
                stays[index] = lowest;
                firstOf[site] = lowest ? index : firstOf[site];
            }
        }
    }

    /** Numbers the sites of the places and counts the places of each; returns how many sites there are. */
    private int number(Places places, int @Nullable [] among, int size) {
        if (size > siteOf.length) {
            siteOf = new int[size];
            counts = new int[size];
            firstOf = new int[size];
        }
        int capacity = Integer.highestOneBit(size) * 4;
        if (capacity > table.length) {
            table = new int[capacity];
        } else {
            Arrays.fill(table, 0, capacity, 0);
        }
        int sites = 0;
        for (int i = 0; i < size; i++) {
            int index = among == null ? i : among[i];
            int slot = slot(places, index, capacity - 1);
            if (table[slot] == 0) {
                firstOf[sites] = index;
                counts[sites] = 0;
                table[slot] = ++sites;
            }
            siteOf[i] = table[slot] - 1;
            counts[siteOf[i]]++;
        }
        return sites;
    }

    /** The slot of a place's site in the table, or the free one for it. */
    private int slot(Places places, int index, int mask) {
        int slot = SiteIndex.mixed(places.siteHash(index)) & mask;
        while (table[slot] != 0 && !isSameSite(places, firstOf[table[slot] - 1], index)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static boolean isSameSite(Places places, int one, int other) {
        return places.siteHash(one) == places.siteHash(other)
                && places.site(one).equals(places.site(other));
    }

    private void keepLowestSlots(Places places, int @Nullable [] among, int size, int[] keep, boolean[] stays) {
        if (bySlot.length < size) {
            bySlot = new long[siteOf.length];
        }
        for (int i = 0; i < size; i++) {
            int index = among == null ? i : among[i];
            bySlot[i] = (long) places.slot(index) << Integer.SIZE | i;
        }
        Arrays.sort(bySlot, 0, size);
        for (int s = 0; s < size; s++) {
            int i = (int) bySlot[s];
            stays[among == null ? i : among[i]] = keep[siteOf[i]]-- > 0;
        }
    }
}
