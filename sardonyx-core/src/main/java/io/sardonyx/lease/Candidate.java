package io.sardonyx.lease;

/**
 * Who asks for leases, and for how long.
 *
 * @param token a name that no other process has or had, so that after an unknown outcome it can recognise its own write
 * @param leaseMillis how long a document must stay unchanged before others may take it over
 */
public record Candidate(String token, long leaseMillis) {

    public Candidate {
        if (token.isBlank()) {
            throw new IllegalArgumentException("a token is not blank: a blank one marks what nobody holds");
        }
        LeaseLength.checked(leaseMillis);
    }
}
