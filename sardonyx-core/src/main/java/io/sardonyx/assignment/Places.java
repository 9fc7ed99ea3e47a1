package io.sardonyx.assignment;

import io.sardonyx.value.Site;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;

/**
 * The places of a task as an immutable list, with the hash codes of their sites side by side: a plan compares the sites
 * of thousands of places, and finds most of them different without looking at a place.
 */
public final class Places extends AbstractList<Place> implements RandomAccess {

    /** No places. */
    public static final Places NONE = new Places(new Place[0], new int[0]);

    /** Stands for the site of a peer that has none. */
    public static final Site NOWHERE = new Site("nowhere");

    private final Place[] places;
    private final int[] siteHashes;

    private Places(Place[] places, int[] siteHashes) {
        this.places = places;
        this.siteHashes = siteHashes;
    }

    /** The places in the order given; the identical object if it is of this class. */
    public static Places of(List<Place> list) {
        if (list instanceof Places places) {
            return places;
        }
        return list.isEmpty() ? NONE : NONE.with(list);
    }

    /** These places and, behind them, others. */
    public Places with(List<Place> others) {
        Place[] more = Arrays.copyOf(places, places.length + others.size());
        int[] hashes = Arrays.copyOf(siteHashes, more.length);
        for (int i = places.length; i < more.length; i++) {
            more[i] = others.get(i - places.length);
            hashes[i] = site(more[i]).hashCode();
        }
        return new Places(more, hashes);
    }

    /** Those of these places whose index is set, of which there are {@code count}. */
    public Places only(boolean[] chosen, int count) {
        Place[] fewer = new Place[count];
        int[] hashes = new int[count];
        for (int i = 0, at = 0; i < places.length; i++) {
            if (chosen[i]) {
                fewer[at] = places[i];
                hashes[at++] = siteHashes[i];
            }
        }
        return new Places(fewer, hashes);
    }

    private static Site site(Place place) {
        Site site = place.site();
        return site == null ? NOWHERE : site;
    }

    /** The site of the place at that index, or {@link #NOWHERE}. */
    public Site site(int index) {
        return site(places[index]);
    }

    /** The hash code of the site of the place at that index. */
    public int siteHash(int index) {
        return siteHashes[index];
    }

    @Override
    public Place get(int index) {
        return places[index];
    }

    @Override
    public int size() {
        return places.length;
    }

    @Override
    public Iterator<Place> iterator() {
        return Arrays.asList(places).iterator();
    }
}
