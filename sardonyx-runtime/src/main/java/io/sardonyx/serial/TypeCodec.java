package io.sardonyx.serial;

/** How the values of one registered class are written, read and hashed. */
sealed interface TypeCodec permits RecordCodec, EnumCodec, CustomCodec {

    /** What the class is called in all processes. */
    String name();

    Class<?> type();

    void write(Object value, SegmentOutput out);

    Object read(SegmentInput in);

    /** Equal values have equal hashes in every process, whatever else is registered there. */
    long hash(Object value, KeyGroups groups, int depth);

    /** All that two processes must agree on to understand each other's bytes. */
    String shape();
}
