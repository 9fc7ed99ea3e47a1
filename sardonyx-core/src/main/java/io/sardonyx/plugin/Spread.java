package io.sardonyx.plugin;

import java.time.Duration;

/**
 * Distribution of an input's partitions over nodes or peers that claim them by leases: which partitions there are, and
 * when they are listed again. Where partitions are dealt out instead of claimed, they are listed once whatever this
 * says.
 *
 * @param listEvery interval at which {@link Input#partitions} is called again; only for {@link Kind#GROWING}
 * @param done what becomes of partitions that are done; only for {@link Kind#GROWING}
 */
public record Spread(Kind kind, Duration listEvery, Done done) {

    /** How many partitions there are, and for how long. */
    public enum Kind {
        /** Those of a single call of {@link Input#partitions}; the input is exhausted when all of them are. */
        LISTED,
        /** One that is never done, such as a listening socket that only one process of all can have. */
        ONE,
        /** One for each node, made anew when nodes come or go: the source divides its data among its readers. */
        PER_NODE,
        /** Those of repeated calls of {@link Input#partitions}, each done one day; the input is never exhausted. */
        GROWING
    }

    /** What becomes of the partitions of a growing list when they are done. */
    public enum Done {
        /** They stay listed, so that each has to be remembered. */
        LISTED,
        /**
         * They stay listed, but each new one has a name that is greater than all before, as log files with a date in
         * their name have: only the greatest name below which all are done has to be remembered.
         */
        BELOW_NEW_NAMES,
        /**
         * The input removes them in {@link Partition#completed}, so that none is remembered, and a partition that
         * appears under a name that was there before is another one. It must not appear before its predecessor is
         * recorded as done, or reading would go on where that was left.
         */
        REMOVED
    }

    /** A fixed list, which is what an input has unless it says otherwise. */
    public static final Spread LISTED = new Spread(Kind.LISTED, Duration.ZERO, Done.LISTED);

    /** One partition that is never done. */
    public static final Spread ONE = new Spread(Kind.ONE, Duration.ZERO, Done.LISTED);

    /** One partition for each node. */
    public static final Spread PER_NODE = new Spread(Kind.PER_NODE, Duration.ZERO, Done.LISTED);

    public Spread {
        if (kind == Kind.GROWING && (listEvery.isNegative() || listEvery.isZero())) {
            throw new IllegalArgumentException("a growing list is read again after a positive time, not " + listEvery);
        }
    }

    /** A list that grows. */
    public static Spread growing(Duration listEvery, Done done) {
        return new Spread(Kind.GROWING, listEvery, done);
    }
}
