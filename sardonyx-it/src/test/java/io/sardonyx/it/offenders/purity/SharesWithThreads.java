package io.sardonyx.it.offenders.purity;

final class SharesWithThreads {

    volatile int shared;

    synchronized int read() {
        return shared;
    }
}
