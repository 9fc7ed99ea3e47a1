package io.sardonyx.serial;

import io.sardonyx.serial.ShapedValue.EnumValue;
import io.sardonyx.serial.ShapedValue.RecordValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Codec of a class that is known by name and shape only; it reads, but does not write. */
abstract non-sealed class ShapedCodec implements TypeCodec {

    private static final String CUSTOM = " custom";

    private final String name;
    private final String shape;

    private ShapedCodec(String name, String shape) {
        this.name = name;
        this.shape = shape;
    }

    /**
     * The codec of a class, of which {@link Codecs#shapes} has this to say.
     *
     * @throws IllegalArgumentException if that is no name with a shape
     */
    static ShapedCodec of(String text) {
        if (text.endsWith(CUSTOM) && text.length() > CUSTOM.length()) {
            return new Unknown(text.substring(0, text.length() - CUSTOM.length()));
        }
        int space = text.indexOf(' ');
        String name = text.substring(0, Math.max(0, space));
        String shape = text.substring(space + 1);
        String content = between("record(", shape);
        if (!name.isEmpty() && content != null) {
            return new OfRecord(name, shape, StoredComponent.parse(content));
        }
        String constants = between("enum(", shape);
        if (!name.isEmpty() && constants != null) {
            return new OfEnum(name, shape, constants(constants));
        }
        throw new IllegalArgumentException("\"" + text + "\" is no class with its shape");
    }

    private static @Nullable String between(String start, String shape) {
        return shape.startsWith(start) && shape.endsWith(")")
                ? shape.substring(start.length(), shape.length() - 1)
                : null;
    }

    static List<String> constants(String text) {
        List<String> constants = text.isEmpty() ? List.of() : List.of(text.split(",", -1));
        if (constants.contains("") || new HashSet<>(constants).size() < constants.size()) {
            throw new IllegalArgumentException("\"" + text + "\" are no constants of an enum");
        }
        return constants;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String shape() {
        return shape;
    }

    /** An interface, so that no value is found by it. */
    @Override
    public final Class<?> type() {
        return ShapedValue.class;
    }

    @Override
    public final void write(Object value, SegmentOutput out) {
        throw new UnsupportedOperationException("class " + name + " is not here, so its values are only read");
    }

    @Override
    public final long hash(Object value, KeyGroups groups, int depth) {
        return groups.hash(value, depth);
    }

    /** A record. */
    static final class OfRecord extends ShapedCodec {

        private final List<StoredComponent> components;
        private final List<String> names;

        private OfRecord(String name, String shape, List<StoredComponent> components) {
            super(name, shape);
            this.components = components;
            this.names = components.stream().map(StoredComponent::name).toList();
        }

        List<StoredComponent> components() {
            return components;
        }

        @Override
        public Object read(SegmentInput in) {
            var values = new ArrayList<@Nullable Object>();
            for (StoredComponent component : components) {
                values.add(component.read(in));
            }
            return new RecordValue(name(), names, values);
        }
    }

    /** An enum. */
    static final class OfEnum extends ShapedCodec {

        private final List<String> constants;

        private OfEnum(String name, String shape, List<String> constants) {
            super(name, shape);
            this.constants = constants;
        }

        List<String> constants() {
            return constants;
        }

        @Override
        public Object read(SegmentInput in) {
            int ordinal = in.takeUnsigned();
            if (ordinal >= constants.size()) {
                throw in.malformed(name() + " has no constant number " + ordinal);
            }
            return new EnumValue(name(), constants.get(ordinal));
        }
    }

    /** A class with a codec of the user's, which only its job has. */
    private static final class Unknown extends ShapedCodec {

        Unknown(String name) {
            super(name, CUSTOM.strip());
        }

        @Override
        public Object read(SegmentInput in) {
            throw in.malformed("only the job itself can read a " + name() + ", which has a codec of its own");
        }
    }
}
