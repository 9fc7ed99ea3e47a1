package io.sardonyx.schedule;

import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * Open-addressing hash table that numbers sites in order of appearance. It is never iterated, so no hash order can
 * affect a plan. Peers without a site count as one site.
 */
final class SiteIndex {

    private static final Site NOWHERE = new Site("nowhere");

    private @Nullable Site[] sites;
    private int[] hashes;
    private int[] numbers;
    /** Slot of each site, by its number; for {@link #clear}. */
    private int[] slots;

    private int size;

    SiteIndex(int expected) {
        int capacity = Integer.highestOneBit(Math.max(8, expected * 2)) * 2;
        sites = new Site[capacity];
        hashes = new int[capacity];
        numbers = new int[capacity];
        slots = new int[capacity / 2];
    }

    /** Removes all sites, in time proportional to their number and not to the capacity. */
    void clear() {
        for (int i = 0; i < size; i++) {
            sites[slots[i]] = null;
        }
        size = 0;
    }

    int size() {
        return size;
    }

    /** The number of a site; assigns the next one if the site is new. */
    int add(@Nullable Site site) {
        Site known = site == null ? NOWHERE : site;
        int slot = slot(known);
        if (sites[slot] == null) {
            if (size * 2 >= sites.length) {
                grow();
                slot = slot(known);
            }
            put(slot, known, size++);
        }
        return numbers[slot];
    }

    /** The number of a site, or -1 when unknown. */
    int find(@Nullable Site site) {
        int slot = slot(site == null ? NOWHERE : site);
        return sites[slot] == null ? -1 : numbers[slot];
    }

    private int slot(Site site) {
        int mask = sites.length - 1;
        int hash = site.hashCode();
        int mixed = hash * 0x9E3779B1;
        int slot = (mixed ^ mixed >>> 16) & mask;
        while (true) {
            Site there = sites[slot];
            if (there == null || hashes[slot] == hash && there.equals(site)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    private void grow() {
        @Nullable Site[] oldSites = sites;
        int[] oldNumbers = numbers;
        sites = new Site[oldSites.length * 2];
        hashes = new int[sites.length];
        numbers = new int[sites.length];
        slots = new int[sites.length / 2];
        for (int i = 0; i < oldSites.length; i++) {
            Site site = oldSites[i];
            if (site != null) {
                put(slot(site), site, oldNumbers[i]);
            }
        }
    }

    private void put(int slot, Site site, int number) {
        sites[slot] = site;
        hashes[slot] = site.hashCode();
        numbers[slot] = number;
        slots[number] = slot;
    }
}
