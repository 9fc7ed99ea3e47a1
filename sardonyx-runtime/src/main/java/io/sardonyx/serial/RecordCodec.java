package io.sardonyx.serial;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Codec of a record: components by position, recreated by the canonical constructor, whose checks therefore hold. */
final class RecordCodec implements TypeCodec {

    private final Class<?> type;
    private final ComponentCodec[] components;
    private final MethodHandle constructor;
    private final boolean hasOwnEquals;

    private RecordCodec(Class<?> type, ComponentCodec[] components, MethodHandle constructor) {
        this.type = type;
        this.components = components;
        this.constructor = constructor;
        this.hasOwnEquals = hasOwnEquals(type);
    }

    /** Whether a record says itself what it is equal to; the {@code equals} that the compiler makes is final. */
    static boolean hasOwnEquals(Class<?> type) {
        try {
            return !Modifier.isFinal(
                    type.getDeclaredMethod("equals", Object.class).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** Resolves accessors and constructor once, so that nothing is looked up by name when bytes arrive. */
    static RecordCodec of(Class<? extends Record> type) {
        RecordComponent[] found = type.getRecordComponents();
        var parameters = Arrays.stream(found).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            var lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            var components = new ComponentCodec[found.length];
            for (int i = 0; i < found.length; i++) {
                components[i] = ComponentCodec.of(found[i], lookup);
            }
            MethodHandle constructor = lookup.findConstructor(type, MethodType.methodType(void.class, parameters))
                    .asSpreader(Object[].class, found.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            return new RecordCodec(type, components, constructor);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "record " + type.getName() + " is closed to us; open its package to this module", e);
        }
    }

    @Override
    public String name() {
        return type.getName();
    }

    @Override
    public Class<?> type() {
        return type;
    }

    @Override
    public void write(Object value, SegmentOutput out) {
        int i = 0;
        try {
            for (; i < components.length; i++) {
                components[i].write(value, out);
            }
        } catch (BadSegment e) {
            throw e.within(components[i].name());
        }
    }

    @Override
    public Object read(SegmentInput in) {
        var values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = components[i].read(in);
        }
        return construct(values, in);
    }

    /** A record of values that were read otherwise, each of which must fit its component. */
    Object made(@Nullable Object[] values, SegmentInput in) {
        for (int i = 0; i < values.length; i++) {
            components[i].check(values[i], in);
        }
        return construct(values, in);
    }

    private Object construct(@Nullable Object[] values, SegmentInput in) {
        try {
            return (Object) constructor.invokeExact(values);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw in.malformed("record " + name() + " refuses what was read", e);
        }
    }

    @Override
    public long hash(Object value, KeyGroups groups, int depth) {
        KeyGroups parts = hasOwnEquals ? groups.ofAllKeys() : groups;
        long hash = StableHash.SEQUENCE;
        int i = 0;
        try {
            for (; i < components.length; i++) {
                hash = StableHash.then(hash, components[i].hash(value, parts, depth));
            }
        } catch (BadSegment e) {
            throw e.within(components[i].name());
        }
        return hash;
    }

    @Override
    public String shape() {
        return Arrays.stream(components).map(ComponentCodec::shape).collect(Collectors.joining(",", "record(", ")"));
    }

    /**
     * Codec of a record component. A primitive is written without a type code, since the record's type implies it, and
     * without boxing: its method handle returns a long or a double.
     */
    private static final class ComponentCodec {

        /** How a component is written: as a varint, in four or eight bytes, or as a value with its type code. */
        private enum Kind {
            WHOLE,
            FLOAT,
            DOUBLE,
            VALUE
        }

        private final String name;
        private final String shape;
        private final Class<?> type;
        private final Kind kind;
        private final MethodHandle accessor;
        /** Whether a value of a built-in class can be assigned to the component. */
        private final boolean isReadable;

        private ComponentCodec(RecordComponent component, Kind kind, MethodHandle accessor) {
            this.name = component.getName();
            this.shape = name + ":" + component.getGenericType().getTypeName();
            this.type = component.getType();
            this.kind = kind;
            this.accessor = accessor;
            this.isReadable = TypeCode.isReadable(type);
        }

        static ComponentCodec of(RecordComponent component, MethodHandles.Lookup lookup) throws IllegalAccessException {
            Kind kind = kind(component.getType());
            Class<?> result = switch (kind) {
                case WHOLE -> long.class;
                case FLOAT, DOUBLE -> double.class;
                case VALUE -> Object.class;
            };
            MethodHandle accessor = lookup.unreflect(component.getAccessor());
            MethodType exact = MethodType.methodType(result, Object.class);
            return new ComponentCodec(component, kind, MethodHandles.explicitCastArguments(accessor, exact));
        }

        private static Kind kind(Class<?> type) {
            if (!type.isPrimitive()) {
                return Kind.VALUE;
            }
            if (type == float.class) {
                return Kind.FLOAT;
            }
            return type == double.class ? Kind.DOUBLE : Kind.WHOLE;
        }

        String name() {
            return name;
        }

        String shape() {
            return shape;
        }

        void write(Object owner, SegmentOutput out) {
            switch (kind) {
                case WHOLE -> out.putLong(whole(owner));
                case FLOAT -> out.putFloat((float) real(owner));
                case DOUBLE -> out.putDouble(real(owner));
                case VALUE -> writeValue(value(owner), out);
            }
        }

        /**
         * Rejects values that could not be deserialized into the component already at the writer, where the cause is.
         */
        private void writeValue(@Nullable Object value, SegmentOutput out) {
            if (!isReadable
                    && (value instanceof Collection || value instanceof Map)
                    && out.codecs().registered(value) == null) {
                throw BadSegment.NoCodec.declared(type);
            }
            out.put(value);
        }

        @Nullable
        Object read(SegmentInput in) {
            return switch (kind) {
                case WHOLE -> boxed(in.takeLong(), in);
                case FLOAT -> in.takeFloat();
                case DOUBLE -> in.takeDouble();
                case VALUE -> fitting(in.take(), in);
            };
        }

        void check(@Nullable Object value, SegmentInput in) {
            if (kind == Kind.VALUE) {
                fitting(value, in);
            }
        }

        private @Nullable Object fitting(@Nullable Object value, SegmentInput in) {
            if (value != null && !type.isInstance(value)) {
                throw in.malformed(name + " is a " + type.getName() + ", not a "
                        + value.getClass().getName());
            }
            return value;
        }

        private Object boxed(long number, SegmentInput in) {
            if (type == int.class) {
                return (int) in.within(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
            if (type == long.class) {
                return number;
            }
            if (type == boolean.class) {
                return in.within(number, 0, 1) == 1;
            }
            if (type == short.class) {
                return (short) in.within(number, Short.MIN_VALUE, Short.MAX_VALUE);
            }
            return type == byte.class
                    ? (Object) (byte) in.within(number, Byte.MIN_VALUE, Byte.MAX_VALUE)
                    : (Object) (char) in.within(number, Character.MIN_VALUE, Character.MAX_VALUE);
        }

        long hash(Object owner, KeyGroups groups, int depth) {
            return switch (kind) {
                case WHOLE -> StableHash.whole(whole(owner));
                case FLOAT, DOUBLE -> StableHash.real(real(owner));
                case VALUE -> groups.hash(value(owner), depth);
            };
        }

        private long whole(Object owner) {
            try {
                return (long) accessor.invokeExact(owner);
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        private double real(Object owner) {
            try {
                return (double) accessor.invokeExact(owner);
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        private @Nullable Object value(Object owner) {
            try {
                return (Object) accessor.invokeExact(owner);
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        /** Rethrows what an accessor threw; accessors of records declare no checked exceptions. */
        private static RuntimeException thrown(Throwable cause) {
            if (cause instanceof Error error) {
                throw error;
            }
            return cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
        }
    }
}
