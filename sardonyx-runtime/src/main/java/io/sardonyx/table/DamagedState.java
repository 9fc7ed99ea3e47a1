package io.sardonyx.table;

/** A state file is not what it should be: bytes were lost or changed, or it is of a newer release. */
public final class DamagedState extends RuntimeException {

    private static final long serialVersionUID = 1;

    public DamagedState(String what) {
        super(what);
    }
}
