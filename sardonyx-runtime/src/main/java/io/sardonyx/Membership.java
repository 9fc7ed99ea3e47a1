package io.sardonyx;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.port.WireAddress;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.secret.Secrets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings with which a process joins a cluster: what {@code peers start} takes from its command-line options.
 *
 * @param cluster name of the cluster to found or join
 * @param allocation who decides which peer does what; must equal that of a cluster that exists
 * @param scheduler how jobs share the peers; must equal that of a cluster that exists
 * @param peers number of virtual peers it offers; each runs one task
 * @param tags capabilities of these peers, which tasks may require
 * @param wire transport and address at which other processes reach it
 * @param threads worker threads for its tasks, besides one for each task that blocks
 * @param secrets secrets that jobs may refer to
 * @param broker address of the brokers for queued jobs, the same in all processes; null for none
 */
public record Membership(
        String cluster,
        Allocation allocation,
        JobScheduler scheduler,
        int peers,
        Tags tags,
        WireAddress wire,
        int threads,
        Secrets secrets,
        @Nullable String broker) {

    public Membership {
        if (peers < 0 || threads < 1) {
            throw new IllegalArgumentException(
                    "a member has 0 or more peers and at least 1 thread, not " + peers + " and " + threads);
        }
    }

    /**
     * Defaults: planned and balanced, TCP on the loopback address, one thread per processor, no tags, no secrets, no
     * broker.
     */
    public static Membership of(String cluster, int peers) {
        return new Membership(
                cluster,
                Allocation.PLANNED,
                JobScheduler.BALANCED,
                peers,
                Tags.NONE,
                WireAddress.loopback("tcp"),
                Runtime.getRuntime().availableProcessors(),
                Secrets.none(),
                null);
    }

    /** Parameters with which it founds the cluster, or which it requires of one that exists. */
    ClusterParameters parameters() {
        return new ClusterParameters(cluster, allocation, scheduler, ClusterParameters.REMEMBERED);
    }

    /** With another way to decide which peer does what. */
    public Membership allocation(Allocation other) {
        return new Membership(cluster, other, scheduler, peers, tags, wire, threads, secrets, broker);
    }

    /** With another job scheduler. */
    public Membership scheduler(JobScheduler other) {
        return new Membership(cluster, allocation, other, peers, tags, wire, threads, secrets, broker);
    }

    /** With other capabilities of its peers. */
    public Membership tags(String... words) {
        return new Membership(
                cluster, allocation, scheduler, peers, Tags.of(List.of(words)), wire, threads, secrets, broker);
    }

    /** With another transport and address. */
    public Membership at(WireAddress other) {
        return new Membership(cluster, allocation, scheduler, peers, tags, other, threads, secrets, broker);
    }

    /** With another number of worker threads. */
    public Membership threads(int other) {
        return new Membership(cluster, allocation, scheduler, peers, tags, wire, other, secrets, broker);
    }

    /** With other secrets that jobs may refer to. */
    public Membership secrets(Secrets other) {
        return new Membership(cluster, allocation, scheduler, peers, tags, wire, threads, other, broker);
    }

    /** With brokers for queued jobs, such as {@code artemis://user@host:61616?password=file:/run/secrets/broker}. */
    public Membership broker(String address) {
        return new Membership(cluster, allocation, scheduler, peers, tags, wire, threads, secrets, address);
    }
}
