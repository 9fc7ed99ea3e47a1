package io.sardonyx.value;

/** Id of a virtual peer, which runs at most one task at a time. */
public final class PeerId extends Id<PeerId> {

    private PeerId(String text) {
        super(text);
    }

    public static PeerId of(String text) {
        return new PeerId(text);
    }
}
