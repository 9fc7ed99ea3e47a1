package io.sardonyx.serial;

/** Thrown for a value that cannot be serialized, or bytes that cannot be deserialized. */
public abstract sealed class BadSegment extends RuntimeException {

    private final String problem;
    private String path = "";

    BadSegment(String problem) {
        super(problem);
        this.problem = problem;
    }

    /**
     * Prepends a step to the path while the exception propagates, so that no path has to be kept in the normal case.
     */
    final BadSegment within(String step) {
        path = path.isEmpty() || path.startsWith("[") ? step + path : step + "." + path;
        return this;
    }

    /** Path within the segment, like {@code orders[3].price}; empty for the segment itself or if unknown. */
    public final String path() {
        return path;
    }

    /** The path, if there is one, and what is wrong there. */
    @Override
    public String getMessage() {
        return path.isEmpty() ? problem : "at " + path + ": " + problem;
    }

    /** Thrown for bytes that were not written with the same codecs, or are corrupt. */
    public static final class Malformed extends BadSegment {

        Malformed(String problem) {
            super(problem);
        }

        Malformed(String problem, Throwable cause) {
            super(problem);
            initCause(cause);
        }
    }

    /** Thrown when a segment contains a value of a class that is not registered. */
    public static final class NoCodec extends BadSegment {

        private final Class<?> type;

        private NoCodec(Class<?> type, String problem) {
            super(problem);
            this.type = type;
        }

        static NoCodec of(Class<?> type) {
            return new NoCodec(type, "there is no codec for " + type.getTypeName() + "; " + remedy(type));
        }

        /** For a component whose declared class cannot hold any deserialized value. */
        static NoCodec declared(Class<?> type) {
            return new NoCodec(
                    type,
                    "nothing that is read is a " + type.getTypeName()
                            + "; declare the component as List, Set or Map, or register a codec for that class");
        }

        private static String remedy(Class<?> type) {
            if (type.isArray()) {
                return "use a List; of the arrays only byte[] may travel";
            }
            return type.isRecord() || Enum.class.isAssignableFrom(type)
                    ? "name it in a function's signature or register it"
                    : "register one, or use a record, a List, a Set or a Map";
        }

        public Class<?> type() {
            return type;
        }
    }

    /** Thrown for a key by which nothing would be found again, as it is not equal to its copies. */
    public static final class Unequal extends BadSegment {

        private Unequal(String problem) {
            super(problem);
        }

        static Unequal array() {
            return new Unequal("a byte[] is equal to no copy of itself, so nothing is found again by it; take a text,"
                    + " a number, or a record or a List of such");
        }
    }

    /** Thrown for a segment that is beyond its limit. */
    public static final class TooLarge extends BadSegment {

        private TooLarge(String problem) {
            super(problem);
        }

        static TooLarge written(long bytes, int limit) {
            return new TooLarge("the segment has at least " + bytes + " bytes, the limit is " + limit
                    + "; split it, or raise the limit everywhere");
        }

        static TooLarge read(int limit) {
            return new TooLarge("the segment goes on after " + limit
                    + " bytes, which is the limit here; the writer's must not be higher");
        }

        static TooLarge nested(int limit) {
            return new TooLarge("values are nested more than " + limit + " deep; does one contain itself?");
        }
    }
}
