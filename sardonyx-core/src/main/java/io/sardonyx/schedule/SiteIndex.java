package io.sardonyx.schedule;

import io.sardonyx.assignment.Places;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Open-addressing hash table that numbers sites in order of appearance. It is never iterated, so no hash order can
 * affect a plan. Peers without a site count as one site.
 */
final class SiteIndex {

    private @Nullable Site[] sites;
    private int[] hashes;
    private int[] numbers;
    /** The sites by number. */
    private final List<Site> inOrder = new ArrayList<>();

    SiteIndex(int expected) {
        int capacity = Integer.highestOneBit(Math.max(8, expected * 2)) * 2;
        sites = new Site[capacity];
        hashes = new int[capacity];
        numbers = new int[capacity];
    }

    int size() {
        return inOrder.size();
    }

    /** The site with that number. */
    Site site(int number) {
        return inOrder.get(number);
    }

    /** The number of a site; assigns the next one if the site is new. */
    int add(@Nullable Site site) {
        Site known = site == null ? Places.NOWHERE : site;
        int slot = slot(known);
        if (sites[slot] == null) {
            if (size() * 2 >= sites.length) {
                grow();
                slot = slot(known);
            }
            put(slot, known, size());
            inOrder.add(known);
        }
        return numbers[slot];
    }

    /** The number of the site of a place, or -1 when unknown. The place is looked at only if the hash code is known. */
    int find(Places places, int index) {
        int hash = places.siteHash(index);
        int mask = sites.length - 1;
        for (int slot = mixed(hash) & mask; sites[slot] != null; slot = (slot + 1) & mask) {
            if (hashes[slot] == hash && places.site(index).equals(sites[slot])) {
                return numbers[slot];
            }
        }
        return -1;
    }

    /** Spreads a hash code over the low bits. */
    static int mixed(int hash) {
        int mixed = hash * 0x9E3779B1;
        return mixed ^ mixed >>> 16;
    }

    private int slot(Site site) {
        int mask = sites.length - 1;
        int hash = site.hashCode();
        int slot = mixed(hash) & mask;
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
    }
}
