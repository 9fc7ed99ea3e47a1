package io.sardonyx.serial;

import java.util.List;
import java.util.stream.Collectors;

/** Codec of one registered class: writes, reads and hashes its values. */
sealed interface TypeCodec permits RecordCodec, ShapedCodec, EvolvedCodec, TypeCodec.EnumCodec, TypeCodec.CustomCodec {

    /** Name of the class in all processes. */
    String name();

    Class<?> type();

    void write(Object value, SegmentOutput out);

    Object read(SegmentInput in);

    /** Hash of a value, equal for equal values in every process, whatever else is registered there. */
    long hash(Object value, KeyGroups groups, int depth);

    /** Everything that two processes must agree on to read each other's bytes; part of the fingerprint. */
    String shape();

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

    /** Codec of a class with a serializer and deserializer written by the user. */
    record CustomCodec<T>(
            Class<T> type, String name, Codecs.Writer<? super T> writer, Codecs.Reader<? extends T> reader)
            implements TypeCodec {

        @Override
        public void write(Object value, SegmentOutput out) {
            writer.write(type.cast(value), out);
        }

        /** An exception of the user's reader counts as malformed bytes. */
        @Override
        public Object read(SegmentInput in) {
            try {
                return reader.read(in);
            } catch (BadSegment e) {
                throw e;
            } catch (RuntimeException e) {
                throw in.malformed("the codec of " + name + " cannot read this", e);
            }
        }

        /** Hash of the serialized bytes, as only the writer knows what the value consists of. */
        @Override
        public long hash(Object value, KeyGroups groups, int depth) {
            SegmentOutput out = groups.scratch(depth);
            write(value, out);
            return StableHash.bytes(out.array(), out.size());
        }

        @Override
        public String shape() {
            return "custom";
        }
    }
}
