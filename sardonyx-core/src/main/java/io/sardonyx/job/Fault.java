package io.sardonyx.job;

/** Something wrong with a job: which part of it, what, and what to do. */
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
