package io.sardonyx.function;

/** A function returned null, which is no segment and could mean anything. */
public final class NullResult extends RuntimeException {

    private static final long serialVersionUID = 1;

    private NullResult(String message) {
        super(message);
    }

    static NullResult one(String function) {
        return new NullResult(function + " returned null for a segment; to give nothing, let it return an Optional"
                + " that is empty, or a List without elements");
    }

    static NullResult many(String function) {
        return new NullResult(function + " returned null for a segment; to give nothing, return an empty collection");
    }

    static NullResult among(String function) {
        return new NullResult(function + " returned a null among its results; leave it out");
    }

    static NullResult maybe(String function) {
        return new NullResult(function + " returned null for a segment; to give nothing, return Optional.empty()");
    }

    static NullResult batch(String function) {
        return new NullResult(function + " returned null, or a list with a null in it; a batch function returns one"
                + " result for each segment, in their order");
    }

    static NullResult made(String function) {
        return new NullResult(function + " returned null instead of what it is to make");
    }
}
