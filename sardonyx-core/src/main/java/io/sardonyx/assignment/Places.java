package io.sardonyx.assignment;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;

/**
 * The places of a task as an immutable list, with their slots, the hash codes of their sites and the numbers of their
 * peers side by side: a plan compares thousands of places, and finds most sites different without looking at a place.
 */
public final class Places extends AbstractList<Place> implements RandomAccess {

    /** No places. */
    public static final Places NONE = new Places(new Place[0], new int[0], new int[0], new long[0]);

    /** Stands for the site of a peer that has none. */
    public static final Site NOWHERE = new Site("nowhere");

    private static final int UNKNOWN = -1;

    private final Place[] places;
    private final int[] slots;
    private final int[] siteHashes;
    /** Sequence number of each peer in the table of peers when the place was assigned, or negative. */
    private final long[] numbers;
    /** A bit for each hash code of a site, as {@link #bit} gives it, in two words: what is not set is no site here. */
    private final long evenSites;

    private final long oddSites;

    private Places(Place[] places, int[] slots, int[] siteHashes, long[] numbers) {
        this.places = places;
        this.slots = slots;
        this.siteHashes = siteHashes;
        this.numbers = numbers;
        long even = 0;
        long odd = 0;
        for (int hash : siteHashes) {
            even |= (hash & 1) == 0 ? bit(hash) : 0;
            odd |= (hash & 1) == 0 ? 0 : bit(hash);
        }
        evenSites = even;
        oddSites = odd;
    }

    private static long bit(int siteHash) {
        return 1L << (siteHash >>> 1);
    }

    /** The places in the order given; the identical object if it is of this class. */
    public static Places of(List<Place> list) {
        return list instanceof Places places ? places : NONE.with(list);
    }

    /** These places and, behind them, others. */
    public Places with(List<Place> others) {
        long[] theirs = new long[others.size()];
        if (others instanceof Places known) {
            theirs = known.numbers;
        } else {
            Arrays.fill(theirs, UNKNOWN);
        }
        return with(others, theirs);
    }

    /** These places and, behind them, others, the sequence numbers of whose peers are known, or negative. */
    public Places with(List<Place> others, long[] theirNumbers) {
        if (others.isEmpty()) {
            return this;
        }
        Place[] more = Arrays.copyOf(places, places.length + others.size());
        int[] moreSlots = Arrays.copyOf(slots, more.length);
        int[] hashes = Arrays.copyOf(siteHashes, more.length);
        long[] all = Arrays.copyOf(numbers, more.length);
        for (int i = 0; i < theirNumbers.length; i++) {
            Place place = others.get(i);
            more[places.length + i] = place;
            moreSlots[places.length + i] = place.slot();
            hashes[places.length + i] = site(place).hashCode();
            all[places.length + i] = theirNumbers[i];
        }
        return new Places(more, moreSlots, hashes, all);
    }

    /** These places without that of a peer. */
    public Places without(PeerId peer) {
        boolean[] chosen = new boolean[places.length];
        int count = 0;
        for (int i = 0; i < places.length; i++) {
            chosen[i] = !places[i].peer().equals(peer);
            count += chosen[i] ? 1 : 0;
        }
        return only(chosen, count);
    }

    /** Those of these places whose index is set, of which there are {@code count}. */
    public Places only(boolean[] chosen, int count) {
        Place[] fewer = new Place[count];
        int[] fewerSlots = new int[count];
        int[] hashes = new int[count];
        long[] rest = new long[count];
        for (int from = 0, at = 0; at < count; from++) {
            int to = from;
            while (to < places.length && chosen[to]) {
                to++;
            }
            System.arraycopy(places, from, fewer, at, to - from);
            System.arraycopy(slots, from, fewerSlots, at, to - from);
            System.arraycopy(siteHashes, from, hashes, at, to - from);
            System.arraycopy(numbers, from, rest, at, to - from);
            at += to - from;
            from = to;
        }
        return new Places(fewer, fewerSlots, hashes, rest);
    }

    private static Site site(Place place) {
        Site site = place.site();
        return site == null ? NOWHERE : site;
    }

    /** The site of the place at that index, or {@link #NOWHERE}. */
    public Site site(int index) {
        return site(places[index]);
    }

    /** The slot of the place at that index. */
    public int slot(int index) {
        return slots[index];
    }

    /** Which of the slots below {@code bound} are taken, by slot. */
    public boolean[] takenBelow(int bound) {
        boolean[] taken = new boolean[bound];
        for (int slot : slots) {
            if (slot < bound) {
                taken[slot] = true;
            }
        }
        return taken;
    }

    /** The hash code of the site of the place at that index. */
    public int siteHash(int index) {
        return siteHashes[index];
    }

    /** How many places are on a site. */
    public int count(Site site) {
        int hash = site.hashCode();
        if ((((hash & 1) == 0 ? evenSites : oddSites) & bit(hash)) == 0) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < siteHashes.length; i++) {
            if (siteHashes[i] == hash && site.equals(site(i))) {
                count++;
            }
        }
        return count;
    }

    /**
     * The sequence number that the peer at that index has in the table of peers, or negative. A hint that saves a
     * search: not part of the value, and callers must check it.
     */
    public long number(int index) {
        return numbers[index];
    }

    /** As {@link #number}, of all places in their order. */
    public long[] numbers() {
        return numbers.clone();
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
