package io.sardonyx.netty;

/** Received bytes violate the protocol. Without a stack trace, since the fault is the remote peer's. */
final class BadFrame extends Exception {

    private static final long serialVersionUID = 1;

    BadFrame(String what) {
        super(what, null, false, false);
    }
}
