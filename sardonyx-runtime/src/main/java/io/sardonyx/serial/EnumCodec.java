package io.sardonyx.serial;

import java.util.List;
import java.util.stream.Collectors;

/** Codec of an enum: writes the ordinal. The names of the constants are part of the fingerprint. */
record EnumCodec(Class<?> type, List<Enum<?>> constants) implements TypeCodec {

    static EnumCodec of(Class<?> type) {
        return new EnumCodec(type, List.of((Enum<?>[]) type.getEnumConstants()));
    }

    @Override
    public String name() {
        return type.getName();
    }

    /** Writing the ordinal is safe, as processes with other constants have another fingerprint. */
    @Override
    @SuppressWarnings("EnumOrdinal")
    public void write(Object value, SegmentOutput out) {
        out.putSize(((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(SegmentInput in) {
        int ordinal = in.takeUnsigned();
        if (ordinal >= constants.size()) {
            throw in.malformed(name() + " has no constant number " + ordinal);
        }
        return constants.get(ordinal);
    }

    /** Hash of the constant's name, so that a new constant does not move keys to other key groups. */
    @Override
    public long hash(Object value, KeyGroups groups, int depth) {
        return StableHash.text(((Enum<?>) value).name());
    }

    @Override
    public String shape() {
        return constants.stream().map(Enum::name).collect(Collectors.joining(",", "enum(", ")"));
    }
}
