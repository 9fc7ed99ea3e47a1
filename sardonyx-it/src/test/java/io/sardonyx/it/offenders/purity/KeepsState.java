package io.sardonyx.it.offenders.purity;

import java.util.ArrayList;
import java.util.List;

final class KeepsState {

    static int count;
    static final int[] TABLE = {1, 2};
    static final ArrayList<String> NAMES = new ArrayList<>();
    static final StringBuilder TEXT = new StringBuilder();
    static final Counter COUNTER = new Counter();

    /** Final, and of an interface: as far as one can see it does not change. */
    static final List<String> INNOCENT = List.of();

    static final class Counter {
        int count;
    }
}
