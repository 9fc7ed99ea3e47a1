package io.sardonyx.table;

/**
 * Description of a state in a state file, {@code name:kind:key}.
 *
 * @param keys type of the keys of its task
 */
public record StateDescription(String name, StateKind kind, KeyType keys) {

    /**
     * Parses a description.
     *
     * @throws IllegalArgumentException if it is none
     */
    static StateDescription parse(String text) {
        int second = text.lastIndexOf(':');
        int first = text.lastIndexOf(':', second - 1);
        if (first < 0) {
            throw new IllegalArgumentException("\"" + text + "\" is no state");
        }
        return new StateDescription(
                text.substring(0, first),
                StateKind.valueOf(text.substring(first + 1, second)),
                KeyType.valueOf(text.substring(second + 1)));
    }

    @Override
    public String toString() {
        return name + ":" + kind + ":" + keys;
    }
}
