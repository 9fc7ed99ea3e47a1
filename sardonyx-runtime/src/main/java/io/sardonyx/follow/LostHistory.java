package io.sardonyx.follow;

/** Thrown when the log is not the one that was read so far: the store was emptied, or restored from an older backup. */
public final class LostHistory extends RuntimeException {

    private static final long serialVersionUID = 1;

    LostHistory(String what) {
        super(what + ": the store was emptied or restored from a copy. Nothing was changed in it; if it is meant to"
                + " be used as it is now, stop all processes of the cluster and start them again");
    }
}
