package io.sardonyx.client;

/** Thrown when the store answers but has no cluster: most often a misspelt tenancy or directory. */
public final class NoCluster extends RuntimeException {

    private static final long serialVersionUID = 1;

    public NoCluster(String address) {
        super("there is no cluster at " + address
                + "; is the tenancy or directory right? A cluster begins with its first process that has peers");
    }
}
