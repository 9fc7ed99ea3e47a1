package io.sardonyx.port;

import io.sardonyx.value.GroupId;

/**
 * Credentials of a process for links to others.
 *
 * @param cluster the name of its cluster
 * @param group its current incarnation
 * @param secret the cluster's shared secret, kept in its store
 */
public record Pass(String cluster, GroupId group, String secret) {

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "group " + group + " of cluster " + cluster;
    }
}
