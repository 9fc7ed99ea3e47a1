package io.sardonyx.lease;

/**
 * A document as last read, and since when its version has been seen. A hint: only a successful compare-and-set is the
 * truth.
 */
public record Sighting<D>(Observation observation, D document) {

    public static <D> Sighting<D> first(String name, long version, D document, long nowNanos) {
        return new Sighting<>(new Observation(name, version, nowNanos), document);
    }

    /** The sighting after another read of the same document. */
    public Sighting<D> then(long version, D documentRead, long nowNanos) {
        return new Sighting<>(observation.then(version, nowNanos), documentRead);
    }

    public String name() {
        return observation.name();
    }

    public long version() {
        return observation.version();
    }
}
