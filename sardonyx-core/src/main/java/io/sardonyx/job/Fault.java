package io.sardonyx.job;

/** Something wrong with a job: where, what, and what to do. */
public record Fault(String place, String what, String remedy) {

    @Override
    public String toString() {
        return place + ": " + what + (remedy.isEmpty() ? "" : "; " + remedy);
    }
}
