package io.sardonyx.serial;

/** A class whose bytes its user writes and reads. */
record CustomCodec<T>(Class<T> type, String name, Codecs.Writer<? super T> writer, Codecs.Reader<? extends T> reader)
        implements TypeCodec {

    @Override
    public void write(Object value, SegmentOutput out) {
        writer.write(type.cast(value), out);
    }

    /** What a reader throws at bytes that it cannot use is a fault of the bytes. */
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

    /** Over the bytes of the writer, who alone knows what the value is made of. */
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
