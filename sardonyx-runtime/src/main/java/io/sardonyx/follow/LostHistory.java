package io.sardonyx.follow;

/** The log is not the one that was read so far: the store was emptied, or an older copy of it was put back. */
public final class LostHistory extends RuntimeException {

    private static final long serialVersionUID = 1;

    LostHistory(String what) {
        super(what + ": the store was emptied or restored from a copy. Nothing was changed in it; if it is meant to"
                + " be used as it is now, stop all processes of the cluster and start them again");
    }
}
