package io.sardonyx.lease;

/** A process that claims partitions, and the number of partitions it can work on at a time. */
public record Node(String token, int workers) {

    public Node {
        if (token.isBlank() || workers < 1) {
            throw new IllegalArgumentException("a node has a token and at least 1 worker, not " + workers);
        }
    }
}
