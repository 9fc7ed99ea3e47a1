package io.sardonyx;

import io.sardonyx.assignment.JobScheduler;
import io.sardonyx.channel.WireAddress;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Tags;
import io.sardonyx.secret.Secrets;
import java.util.List;

/**
 * How a process takes part in a cluster: what {@code peers start} takes from its options.
 *
 * @param cluster the name of the cluster to found or find
 * @param scheduler how jobs share its peers; must be that of the cluster
 * @param peers how many virtual peers it offers; each runs one task
 * @param tags what these peers can do
 * @param wire where other processes reach it
 * @param threads how many give its tasks turns, besides one for each task that blocks
 * @param secrets what jobs may refer to
 */
public record Membership(
        String cluster, JobScheduler scheduler, int peers, Tags tags, WireAddress wire, int threads, Secrets secrets) {

    public Membership {
        if (peers < 0 || threads < 1) {
            throw new IllegalArgumentException(
                    "a member has 0 or more peers and at least 1 thread, not " + peers + " and " + threads);
        }
    }

    /** Reached by TCP from this machine only, with a thread for each of its processors; no job gets a secret. */
    public static Membership of(String cluster, int peers) {
        return new Membership(
                cluster,
                JobScheduler.BALANCED,
                peers,
                Tags.NONE,
                WireAddress.loopback("tcp"),
                Runtime.getRuntime().availableProcessors(),
                Secrets.none());
    }

    /** What it founds the cluster with, or expects of one that is there. */
    public io.sardonyx.replica.ClusterParameters parameters() {
        return new io.sardonyx.replica.ClusterParameters(
                cluster, Allocation.PLANNED, scheduler, io.sardonyx.replica.ClusterParameters.REMEMBERED);
    }

    public Membership scheduler(JobScheduler other) {
        return new Membership(cluster, other, peers, tags, wire, threads, secrets);
    }

    public Membership tags(String... words) {
        return new Membership(cluster, scheduler, peers, Tags.of(List.of(words)), wire, threads, secrets);
    }

    /** Reached there. */
    public Membership at(WireAddress other) {
        return new Membership(cluster, scheduler, peers, tags, other, threads, secrets);
    }

    public Membership threads(int other) {
        return new Membership(cluster, scheduler, peers, tags, wire, other, secrets);
    }

    public Membership secrets(Secrets other) {
        return new Membership(cluster, scheduler, peers, tags, wire, threads, other);
    }
}
