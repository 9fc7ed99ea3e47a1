package io.sardonyx.serial;

/** Thrown when a segment contains a value of a class that is not registered. */
public final class NoCodec extends BadSegment {

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
