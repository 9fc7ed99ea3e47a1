package io.sardonyx.testkit.explore;

import java.util.Arrays;

/** Growable array of primitive ints. */
final class IntList {

    private int[] elements = new int[1 << 10];
    private int size;

    void add(int element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size + (size >> 1));
        }
        elements[size++] = element;
    }

    int get(int index) {
        return elements[index];
    }

    int size() {
        return size;
    }
}
