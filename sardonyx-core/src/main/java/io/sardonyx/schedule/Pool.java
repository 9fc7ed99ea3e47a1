package io.sardonyx.schedule;

import io.sardonyx.job.Tags;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The peers that can be given a place: first those whose place is gone anyway, since moving them disturbs nobody else, then
 * the idle; among them the least capable first; and from the sites that have fewest of the task.
 */
final class Pool {

    private final TreeMap<Tags, Bucket> released = new TreeMap<>();
    private final TreeMap<Tags, Bucket> idle = new TreeMap<>();
    private final TreeMap<Site, Integer> sites = new TreeMap<>();

    void addReleased(Worker worker) {
        add(released, worker);
    }

    void addIdle(Worker worker) {
        add(idle, worker);
    }

    private void add(TreeMap<Tags, Bucket> buckets, Worker worker) {
        int site = sites.computeIfAbsent(Copies.siteOf(worker), s -> sites.size());
        buckets.computeIfAbsent(worker.tags(), tags -> new Bucket()).add(site, worker.id());
    }

    /** How many of the task's peers each site has, as far as the pool knows the site. */
    int[] countSites(Iterable<? extends Worker> workers) {
        int[] counts = new int[sites.size()];
        if (counts.length > 1) {
            for (Worker worker : workers) {
                Integer site = sites.get(Copies.siteOf(worker));
                if (site != null) {
                    counts[site]++;
                }
            }
        }
        return counts;
    }

    /** Up to {@code wanted} peers that satisfy {@code required}; {@code counts} grows with them. */
    List<PeerId> take(Tags required, int wanted, int[] counts) {
        var taken = new ArrayList<PeerId>(wanted);
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
        released.values().forEach(bucket -> bucket.sites.forEach(queue -> rest.addAll(queue.peers)));
        return rest;
    }

    private static final class Queue {
        final int site;
        final ArrayDeque<PeerId> peers = new ArrayDeque<>();

        Queue(int site) {
            this.site = site;
        }
    }

    private static final class Bucket {
        private final List<Queue> sites = new ArrayList<>();
        private final TreeMap<Integer, Queue> bySite = new TreeMap<>();
        private int size;
        private int cursor;

        void add(int site, PeerId peer) {
            Queue queue = bySite.get(site);
            if (queue == null) {
                queue = new Queue(site);
                bySite.put(site, queue);
                sites.add(queue);
            }
            queue.peers.add(peer);
            size++;
        }

        /** Round after round over the sites with fewest, going on where the last task stopped. */
        void take(int wanted, int[] counts, List<PeerId> taken) {
            int left = Math.min(wanted, size);
            while (left > 0) {
                int fewest = fewest(counts);
                for (int i = 0; i < sites.size() && left > 0; i++) {
                    Queue queue = sites.get(cursor);
                    cursor = (cursor + 1) % sites.size();
                    if (counts[queue.site] == fewest && !queue.peers.isEmpty()) {
                        taken.add(queue.peers.remove());
                        counts[queue.site]++;
                        size--;
                        left--;
                    }
                }
            }
        }

        private int fewest(int[] counts) {
            int fewest = Integer.MAX_VALUE;
            for (Queue queue : sites) {
                if (!queue.peers.isEmpty()) {
                    fewest = Math.min(fewest, counts[queue.site]);
                }
            }
            return fewest;
        }
    }
}
