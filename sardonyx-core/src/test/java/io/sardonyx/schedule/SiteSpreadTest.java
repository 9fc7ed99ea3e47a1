package io.sardonyx.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Places;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SiteSpreadTest {

    private final SiteSpread spread = new SiteSpread();

    private static Places places(Random random, int size, int sites) {
        var slots = new ArrayList<Integer>();
        for (int i = 0; i < size; i++) {
            slots.add(i + random.nextInt(2) * size);
        }
        Collections.shuffle(slots, random);
        var places = new ArrayList<Place>();
        for (int i = 0; i < size; i++) {
            places.add(new Place(PeerId.of("p" + i), slots.get(i), site(random.nextInt(sites))));
        }
        return Places.of(places);
    }

    /** Two of them have the same hash code, one is unknown. */
    private static @Nullable Site site(int number) {
        return switch (number) {
            case 0 -> null;
            case 1 -> new Site("Aa");
            case 2 -> new Site("BB");
            default -> new Site("site-" + number);
        };
    }

    /** What stays, told in the plainest way: sites in order of appearance, each with its places by slot. */
    private static boolean[] plainly(Places places, int[] among, int wanted) {
        var bySite = new LinkedHashMap<Site, List<Integer>>();
        for (int index : among) {
            bySite.computeIfAbsent(places.site(index), site -> new ArrayList<>())
                    .add(index);
        }
        bySite.values().forEach(indices -> indices.sort(Comparator.comparingInt(places::slot)));
        boolean[] stays = new boolean[places.size()];
        int left = wanted;
        for (int round = 0; left > 0; round++) {
            for (List<Integer> indices : bySite.values()) {
                if (left > 0 && round < indices.size()) {
                    stays[indices.get(round)] = true;
                    left--;
                }
            }
        }
        return stays;
    }

    @Test
    void siteAfterSiteKeepsItsLowestSlots() {
        var random = new Random(11);
        for (int run = 0; run < 3_000; run++) {
            int size = 1 + random.nextInt(run % 10 == 0 ? 300 : 40);
            Places places = places(random, size, 1 + random.nextInt(2 * size));
            int wanted = random.nextInt(size + 1);
            int[] all = new int[size];
            Arrays.setAll(all, i -> i);
            boolean[] stays = new boolean[size];
            spread.keep(places, null, wanted, stays);
            assertThat(stays).as("run %d", run).isEqualTo(plainly(places, all, wanted));
        }
    }

    @Test
    void placesThatAreNotAskedForDoNotCount() {
        var random = new Random(12);
        for (int run = 0; run < 1_000; run++) {
            int size = 2 + random.nextInt(40);
            Places places = places(random, size, 1 + random.nextInt(size));
            int[] among = random.ints(0, size)
                    .limit(1 + random.nextInt(size))
                    .distinct()
                    .sorted()
                    .toArray();
            int wanted = random.nextInt(among.length + 1);
            boolean[] stays = new boolean[size];
            spread.keep(places, among, wanted, stays);
            assertThat(stays).as("run %d", run).isEqualTo(plainly(places, among, wanted));
        }
    }
}
