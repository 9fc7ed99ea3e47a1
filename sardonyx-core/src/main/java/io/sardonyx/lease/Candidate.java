package io.sardonyx.lease;

/**
 * Identity of a process that claims leases.
 *
 * @param token unique among all processes, so that after an unknown outcome a process can recognise its own write
 * @param leaseMillis lease duration: how long a document must stay unchanged before another process may take it over
 */
public record Candidate(String token, long leaseMillis) {

    public Candidate {
        if (token.isBlank()) {
            throw new IllegalArgumentException("a token is not blank: a blank one marks a free lock");
        }
        LeaseLength.checked(leaseMillis);
    }
}
