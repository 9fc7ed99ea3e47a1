package io.sardonyx.netty;

/** What came is no frame of a member; without a trace, since it tells of them and not of us. */
final class BadFrame extends Exception {

    private static final long serialVersionUID = 1;

    BadFrame(String what) {
        super(what, null, false, false);
    }
}
