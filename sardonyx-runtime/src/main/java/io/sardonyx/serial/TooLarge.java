package io.sardonyx.serial;

/** Thrown for a segment or a frame that is beyond its limit. */
public final class TooLarge extends BadSegment {

    private TooLarge(String problem) {
        super(problem);
    }

    static TooLarge written(long bytes, int limit) {
        return new TooLarge("the segment has at least " + bytes + " bytes, the limit is " + limit
                + "; split it, or raise the limit everywhere");
    }

    static TooLarge read(int limit) {
        return new TooLarge("the segment goes on after " + limit
                + " bytes, which is the limit here; the writer's must not be higher");
    }

    static TooLarge nested(int limit) {
        return new TooLarge("values are nested more than " + limit + " deep; does one contain itself?");
    }

    static TooLarge frame(int bytes, int limit) {
        return new TooLarge("the frame has " + bytes + " bytes, the limit is " + limit);
    }
}
