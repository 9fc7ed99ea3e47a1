package io.sardonyx.schedule;

import io.sardonyx.assignment.Place;
import io.sardonyx.job.Tags;
import io.sardonyx.value.PeerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * The peers that can be given a place: first those whose place is gone anyway, since moving them disturbs nobody else,
 * then the idle; among them the least capable first; and from the sites that have fewest of the task.
 */
final class FreePeers {

    private final TreeMap<Tags, Bucket> released = new TreeMap<>();
    private final TreeMap<Tags, Bucket> idle = new TreeMap<>();
    private final SiteIndex sites = new SiteIndex(64);
    private int[] counts = new int[16];

    void addReleased(SchedulablePeer worker) {
        add(released, worker);
    }

    void addIdle(SchedulablePeer worker) {
        add(idle, worker);
    }

    private void add(TreeMap<Tags, Bucket> buckets, SchedulablePeer worker) {
        buckets.computeIfAbsent(worker.tags(), tags -> new Bucket()).add(sites.add(worker.site()), worker);
    }

    /** How many of the task's peers each site has, as far as the pool knows the site; until it is asked again. */
    int[] countSites(List<Place> places) {
        if (counts.length < sites.size()) {
            counts = new int[sites.size() * 2];
        }
        Arrays.fill(counts, 0);
        for (int i = 0; sites.size() > 1 && i < places.size(); i++) {
            int site = sites.find(places.get(i).site());
            if (site >= 0) {
                counts[site]++;
            }
        }
        return counts;
    }

    /** Up to {@code wanted} peers that satisfy {@code required}; {@code counts} grows with them. */
    List<SchedulablePeer> take(Tags required, int wanted, int[] counts) {
        var taken = new ArrayList<SchedulablePeer>(wanted);
        for (TreeMap<Tags, Bucket> buckets : List.of(released, idle)) {
            buckets.forEach((tags, bucket) -> {
                if (taken.size() < wanted && tags.satisfy(required)) {
                    bucket.take(wanted - taken.size(), counts, taken);
                }
            });
        }
        return taken;
    }

    /** The released peers that found no other place. */
    List<PeerId> stillReleased() {
        var rest = new ArrayList<PeerId>();
        released.values()
                .forEach(bucket -> bucket.queues.forEach(queue -> queue.workers.forEach(one -> rest.add(one.id()))));
        return rest;
    }

    /** The workers of one site. */
    private record Queue(int site, ArrayDeque<SchedulablePeer> workers) {}

    private static final class Bucket {
        private final List<Queue> queues = new ArrayList<>();
        private int[] queueOf = new int[16];
        private int size;
        private int cursor;

        void add(int site, SchedulablePeer worker) {
            if (site >= queueOf.length) {
                queueOf = Arrays.copyOf(queueOf, Math.max(site + 1, queueOf.length * 2));
            }
            if (queueOf[site] == 0) {
                queues.add(new Queue(site, new ArrayDeque<>(4)));
                queueOf[site] = queues.size();
            }
            queues.get(queueOf[site] - 1).workers.add(worker);
            size++;
        }

        /** Round after round over the sites with fewest, going on where the last task stopped. */
        void take(int wanted, int[] counts, List<SchedulablePeer> taken) {
            int left = Math.min(wanted, size);
            while (left > 0) {
                int fewest = fewest(counts);
                for (int i = 0; i < queues.size() && left > 0; i++) {
                    Queue queue = queues.get(cursor);
                    cursor = (cursor + 1) % queues.size();
                    if (counts[queue.site] == fewest && !queue.workers.isEmpty()) {
                        taken.add(queue.workers.remove());
                        counts[queue.site]++;
                        size--;
                        left--;
                    }
                }
            }
        }

        private int fewest(int[] counts) {
            int fewest = Integer.MAX_VALUE;
            for (int i = 0; i < queues.size() && fewest > 0; i++) {
                Queue queue = queues.get((cursor + i) % queues.size());
                if (!queue.workers.isEmpty()) {
                    fewest = Math.min(fewest, counts[queue.site]);
                }
            }
            return fewest;
        }
    }
}
