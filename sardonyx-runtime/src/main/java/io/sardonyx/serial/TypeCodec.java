package io.sardonyx.serial;

/** Codec of one registered class: writes, reads and hashes its values. */
sealed interface TypeCodec permits RecordCodec, EnumCodec, CustomCodec {

    /** Name of the class in all processes. */
    String name();

    Class<?> type();

    void write(Object value, SegmentOutput out);

    Object read(SegmentInput in);

    /** Hash of a value, equal for equal values in every process, whatever else is registered there. */
    long hash(Object value, KeyGroups groups, int depth);

    /** Everything that two processes must agree on to read each other's bytes; part of the fingerprint. */
    String shape();
}
