package io.sardonyx.it.tidiness;

/**
 * Something untidy.
 *
 * @param rule what is broken, by its short name
 * @param place the file, and after a hash sign the part of it, that an exception would name
 * @param measure how large the thing is where that is the fault, else 1
 * @param message what is wrong, with its line
 */
record Untidiness(String rule, String place, int measure, String message) {

    @Override
    public String toString() {
        return rule + " " + place + ": " + message;
    }
}
