package io.sardonyx.schedule;

import io.sardonyx.assignment.Places;
import io.sardonyx.job.Tags;
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

    /** How many sites of a task are counted one by one; beyond that all are counted at once. */
    private static final int FEW = 16;

    /** The places of the task that peers are taken for. */
    private Places present = Places.NONE;
    /** Number of the task, ascending. */
    private int turn;
    /** How many of its sites were counted one by one. */
    private int asked;
    /** The task's peers on each site. */
    private int[] counts = new int[16];
    /** The task for which a site was counted, negative when all were counted at once. */
    private int[] countedFor = new int[16];

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

    /** Counts a site of the task only when it is asked for, since one of the first usually has none of its peers. */
    private int count(int site) {
        if (Math.abs(countedFor[site]) != turn) {
            if (asked++ == FEW) {
                countAll();
            } else {
                counts[site] = present.count(sites.site(site));
                countedFor[site] = turn;
            }
        }
        return counts[site];
    }

    /** Counts all sites of the task that were not counted one by one. */
    private void countAll() {
        for (int site = 0; site < sites.size(); site++) {
            if (countedFor[site] != turn) {
                countedFor[site] = -turn;
                counts[site] = 0;
            }
        }
        for (int i = 0; i < present.size(); i++) {
            int site = sites.find(present, i);
            if (site >= 0 && countedFor[site] == -turn) {
                counts[site]++;
            }
        }
    }

    /** Takes up to {@code wanted} peers that satisfy {@code required} for a task that has these places. */
    List<SchedulablePeer> take(Tags required, int wanted, Places places) {
        present = places;
        turn++;
        asked = 0;
        if (counts.length < sites.size()) {
            counts = new int[sites.size() * 2];
            countedFor = new int[sites.size() * 2];
        }
        var taken = new ArrayList<SchedulablePeer>(wanted);
        for (TreeMap<Tags, Bucket> buckets : List.of(released, idle)) {
            buckets.forEach((tags, bucket) -> {
                if (taken.size() < wanted && tags.satisfy(required)) {
                    bucket.take(wanted - taken.size(), taken);
                }
            });
        }
        return taken;
    }

    /** The released peers that were not taken again. */
    List<SchedulablePeer> stillReleased() {
        var rest = new ArrayList<SchedulablePeer>();
        released.values().forEach(bucket -> bucket.addTo(rest));
        return rest;
    }

    /** Peers with equal tags, as one queue per site; the queues are chains of indices. */
    private final class Bucket {
        private final List<SchedulablePeer> workers = new ArrayList<>();
        /** The next peer of the same site, or -1. */
        private int[] next = new int[16];

        private int queues;
        /** The site of each queue, and its first and last peer; the first is -1 when it is empty. */
        private int[] siteOf = new int[16];

        private int[] first = new int[16];
        private int[] last = new int[16];
        /** Index of each site's queue plus one, or 0 when the site has none. */
        private int[] queueOf = new int[16];

        private int size;
        /** The queue to take from next. */
        private int cursor;

        void add(int site, SchedulablePeer worker) {
            int index = workers.size();
            workers.add(worker);
            next = grown(next, index);
            next[index] = -1;
            queueOf = grown(queueOf, site);
            if (queueOf[site] == 0) {
                open(site);
            }
            int queue = queueOf[site] - 1;
            if (first[queue] < 0) {
                first[queue] = index;
            } else {
                next[last[queue]] = index;
            }
            last[queue] = index;
            size++;
        }

        private void open(int site) {
            siteOf = grown(siteOf, queues);
            first = grown(first, queues);
            last = grown(last, queues);
            siteOf[queues] = site;
            first[queues] = -1;
            queueOf[site] = ++queues;
        }

        private int[] grown(int[] array, int index) {
            return index < array.length ? array : Arrays.copyOf(array, Math.max(index + 1, array.length * 2));
        }

        /** Takes from the sites with fewest peers, round robin, continuing where the last task stopped. */
        void take(int wanted, List<SchedulablePeer> taken) {
            int left = Math.min(wanted, size);
            while (left > 0) {
                int fewest = fewest();
                for (int i = 0; i < queues && left > 0; i++) {
                    int queue = cursor;
                    cursor = after(cursor);
                    if (first[queue] >= 0 && count(siteOf[queue]) == fewest) {
                        taken.add(workers.get(first[queue]));
                        first[queue] = next[first[queue]];
                        counts[siteOf[queue]]++;
                        size--;
                        left--;
                    }
                }
            }
        }

        private int after(int queue) {
            return queue + 1 == queues ? 0 : queue + 1;
        }

        private int fewest() {
            int fewest = Integer.MAX_VALUE;
            int queue = cursor;
            for (int i = 0; i < queues && fewest > 0; i++) {
                if (first[queue] >= 0) {
                    fewest = Math.min(fewest, count(siteOf[queue]));
                }
                queue = after(queue);
            }
            return fewest;
        }

        /** Adds all peers, site by site. */
        void addTo(List<SchedulablePeer> peers) {
            for (int queue = 0; queue < queues; queue++) {
                for (int index = first[queue]; index >= 0; index = next[index]) {
                    peers.add(workers.get(index));
                }
            }
        }
    }
}
