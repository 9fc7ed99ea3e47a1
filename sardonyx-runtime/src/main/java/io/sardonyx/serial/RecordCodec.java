package io.sardonyx.serial;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Codec of a record: components by position, recreated by the canonical constructor, whose checks therefore hold. */
final class RecordCodec implements TypeCodec {

    private final Class<?> type;
    private final ComponentCodec[] components;
    private final MethodHandle constructor;

    private RecordCodec(Class<?> type, ComponentCodec[] components, MethodHandle constructor) {
        this.type = type;
        this.components = components;
        this.constructor = constructor;
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
        long hash = StableHash.SEQUENCE;
        int i = 0;
        try {
            for (; i < components.length; i++) {
                hash = StableHash.then(hash, components[i].hash(value, groups, depth));
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
}
