package io.sardonyx.testkit.property;

/** Claims that are tried a few times in the gate and many times in a campaign. */
abstract class Claims {

    /** How often to try what is tried that often in the gate. */
    int runs(int inTheGate) {
        return inTheGate;
    }
}
