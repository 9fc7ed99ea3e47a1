package io.sardonyx.job;

/**
 * Something wrong with a job: which part of it, what, and what to do.
 *
 * <p>Its text is one line for people, as {@code run} and {@code job submit} print it.
 */
public record Fault(Part part, String what, String remedy) {

    /** The part in words. */
    public String place() {
        return part.toString();
    }

    @Override
    public String toString() {
        return part + ": " + what + (remedy.isEmpty() ? "" : "; " + remedy);
    }
}
