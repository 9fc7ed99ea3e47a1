package io.sardonyx.lease;

/**
 * How likely a message is lost or very late and a process stops for a while; switched off for the second part of a run.
 */
final class Faults {

    private boolean on = true;

    double loss() {
        return on ? 0.05 : 0;
    }

    double delay() {
        return on ? 0.05 : 0;
    }

    double pause() {
        return on ? 0.02 : 0;
    }

    double crash() {
        return on ? 0.002 : 0;
    }

    void end() {
        on = false;
    }
}
