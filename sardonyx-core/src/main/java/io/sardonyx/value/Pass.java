package io.sardonyx.value;

/**
 * What a process shows to others to be let in.
 *
 * @param cluster the name of its cluster
 * @param group its present life
 * @param secret what only those know who can read the cluster's store
 */
public record Pass(String cluster, GroupId group, String secret) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "group " + group + " of cluster " + cluster;
    }
}
