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
 * Pool of peers that can be assigned. It prefers peers whose place is released anyway, since moving them disturbs no
 * other task, over idle ones; among these the ones with fewest tags; and takes them from the sites with fewest peers of
 * the task.
 */
final class FreePeers {

    private final TreeMap<Tags, Bucket> released = new TreeMap<>();
    private final TreeMap<Tags, Bucket> idle = new TreeMap<>();
    /** Numbers of all sites in the pool. */
    private final SiteIndex sites = new SiteIndex(64);

    private int[] counts = new int[16];

    /** Adds a peer that loses its place in this plan. */
    void addReleased(SchedulablePeer worker) {
        add(released, worker);
    }

    void addIdle(SchedulablePeer worker) {
        add(idle, worker);
    }

    private void add(TreeMap<Tags, Bucket> buckets, SchedulablePeer worker) {
        buckets.computeIfAbsent(worker.tags(), tags -> new Bucket()).add(sites.add(worker.site()), worker);
    }

    /** Counts the task's peers on each site that the pool knows. The array is reused by the next call. */
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

    /** Takes up to {@code wanted} peers that satisfy {@code required}; {@code counts} is updated. */
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

    /** The released peers that were not taken again. */
    List<PeerId> stillReleased() {
        var rest = new ArrayList<PeerId>();
        released.values()
                .forEach(bucket -> bucket.queues.forEach(queue -> queue.workers.forEach(one -> rest.add(one.id()))));
        return rest;
    }

    /** The peers of one site, in order of arrival. */
    private record Queue(int site, ArrayDeque<SchedulablePeer> workers) {}

    /** Peers with equal tags, as one queue per site. */
    private static final class Bucket {
        private final List<Queue> queues = new ArrayList<>();
        /** Index of each site's queue plus one, or 0 when the site has none. */
        private int[] queueOf = new int[16];

        private int size;
        /** The queue to take from next. */
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

        /** Takes from the sites with fewest peers, round robin, continuing where the last task stopped. */
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
