package io.sardonyx.serial;

/** Codec of a class with a serializer and deserializer written by the user. */
record CustomCodec<T>(Class<T> type, String name, Codecs.Writer<? super T> writer, Codecs.Reader<? extends T> reader)
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
