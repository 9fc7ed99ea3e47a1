package io.sardonyx.serial;

import io.sardonyx.state.Was;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Codec that reads values of a class as they were written when the class had another shape; it does not write.
 *
 * <p>Components of a record are found by their names. One that is new is null, zero, false or empty; one that is gone
 * is passed over; a number may have become wider, and anything an Optional of it. A record that has a
 * {@link MigrateMethod} is made by that instead. An enum may have got more constants.
 */
abstract non-sealed class EvolvedCodec implements TypeCodec {

    private static final Map<String, String> BOXES = Map.of(
            "boolean", "java.lang.Boolean",
            "byte", "java.lang.Byte",
            "short", "java.lang.Short",
            "char", "java.lang.Character",
            "int", "java.lang.Integer",
            "long", "java.lang.Long",
            "float", "java.lang.Float",
            "double", "java.lang.Double");

    private final ShapedCodec written;
    private final Class<?> type;

    private EvolvedCodec(ShapedCodec written, Class<?> type) {
        this.written = written;
        this.type = type;
    }

    /**
     * The codec for values that were written with another shape.
     *
     * @param now that of the class with the same name; null if there is none
     * @param stored codecs of all shapes that it was written with
     */
    static TypeCodec of(ShapedCodec written, @Nullable TypeCodec now, Codecs stored) {
        if (now == null) {
            return new Refused(written, written.type(), "the job has no such class any more");
        }
        if (now.shape().equals(written.shape())) {
            return now;
        }
        if (written instanceof ShapedCodec.OfRecord before && now instanceof RecordCodec record) {
            return converted(before, record, stored);
        }
        if (written instanceof ShapedCodec.OfEnum before && now instanceof EnumCodec constants) {
            return constants(before, constants);
        }
        return new Refused(written, now.type(), "it was " + written.shape() + " and is " + now.shape());
    }

    private static TypeCodec converted(ShapedCodec.OfRecord before, RecordCodec now, Codecs stored) {
        try {
            MigrateMethod migrate = MigrateMethod.of(now.type());
            return migrate == null ? record(before, now) : new Migrated(before, now.type(), migrate, stored);
        } catch (IllegalArgumentException e) {
            return new Refused(before, now.type(), String.valueOf(e.getMessage()));
        }
    }

    private static TypeCodec record(ShapedCodec.OfRecord before, RecordCodec now) {
        RecordComponent[] components = now.type().getRecordComponents();
        var sources = new Source[before.components().size()];
        for (int i = 0; i < components.length; i++) {
            int from = source(components[i], before.components());
            if (from >= 0) {
                String type = before.components().get(from).type();
                String wanted = components[i].getGenericType().getTypeName();
                UnaryOperator<@Nullable Object> widening = widening(type, wanted);
                if (widening == null || sources[from] != null) {
                    return new Refused(
                            before,
                            now.type(),
                            "its component " + components[i].getName()
                                    + (widening == null
                                            ? " was a " + type + " and is a " + wanted
                                            : " was read into another one already")
                                    + "; give it another name, or the type it had");
                }
                sources[from] = new Source(i, widening);
            }
        }
        return new OfRecord(before, now, components, sources);
    }

    /** Index of the component that is read into one of now, or -1. */
    private static int source(RecordComponent now, List<StoredComponent> before) {
        Was was = now.getAnnotation(Was.class);
        Stream<String> names =
                Stream.concat(Stream.of(now.getName()), Stream.of(was == null ? new String[0] : was.value()));
        List<String> known = before.stream().map(StoredComponent::name).toList();
        return names.map(known::indexOf).filter(index -> index >= 0).findFirst().orElse(-1);
    }

    /** How a value of a type becomes one of another, or null. */
    private static @Nullable UnaryOperator<@Nullable Object> widening(String from, String to) {
        if (from.equals(to)) {
            return value -> value;
        }
        if (to.equals("java.util.Optional<" + BOXES.getOrDefault(from, from) + ">")) {
            return Optional::ofNullable;
        }
        boolean boxed = from.startsWith("java.lang.");
        if (to.equals(boxed ? "java.lang.Long" : "long") && from.equals(boxed ? "java.lang.Integer" : "int")) {
            return value -> value instanceof Integer number ? (Object) number.longValue() : value;
        }
        if (to.equals(boxed ? "java.lang.Double" : "double") && from.equals(boxed ? "java.lang.Float" : "float")) {
            return value -> value instanceof Float number ? (Object) number.doubleValue() : value;
        }
        return null;
    }

    private static TypeCodec constants(ShapedCodec.OfEnum before, EnumCodec now) {
        var constants = new ArrayList<Enum<?>>();
        for (String name : before.constants()) {
            Optional<Enum<?>> same = now.constants().stream()
                    .filter(constant -> constant.name().equals(name))
                    .findFirst();
            if (same.isEmpty()) {
                return new Refused(before, now.type(), "it has no constant " + name + " any more");
            }
            constants.add(same.get());
        }
        return new OfEnum(before, now.type(), List.copyOf(constants));
    }

    /** What is different, for people. */
    abstract ShapeChange change();

    /** Whether what its components contained is given to a method as it was, whatever their classes are now. */
    boolean isMigrated() {
        return false;
    }

    @Override
    public final String name() {
        return written.name();
    }

    @Override
    public final String shape() {
        return written.shape();
    }

    @Override
    public final Class<?> type() {
        return type;
    }

    @Override
    public final void write(Object value, SegmentOutput out) {
        throw new UnsupportedOperationException("nothing is written in a former shape of " + name());
    }

    @Override
    public final long hash(Object value, KeyGroups groups, int depth) {
        throw new UnsupportedOperationException("keys are not of a former shape of " + name());
    }

    /** Where the value of a component goes to. */
    private record Source(int index, UnaryOperator<@Nullable Object> widening) {}

    /** A record whose components have changed. */
    private static final class OfRecord extends EvolvedCodec {

        private final RecordCodec now;
        private final RecordComponent[] components;
        private final List<StoredComponent> before;
        /* By component as it was; null for those that are gone. */
        private final @Nullable Source[] sources;

        OfRecord(
                ShapedCodec.OfRecord before,
                RecordCodec now,
                RecordComponent[] components,
                @Nullable Source[] sources) {
            super(before, now.type());
            this.now = now;
            this.components = components;
            this.before = before.components();
            this.sources = sources;
        }

        @Override
        public Object read(SegmentInput in) {
            in.converted(name());
            var values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = missing(components[i].getType());
            }
            for (int i = 0; i < sources.length; i++) {
                Object value = before.get(i).read(in);
                Source source = sources[i];
                if (source != null) {
                    values[source.index] = source.widening.apply(value);
                }
            }
            return now.made(values, in);
        }

        @Override
        ShapeChange change() {
            var changes = new ArrayList<String>();
            var fed = new HashSet<Integer>();
            for (int i = 0; i < sources.length; i++) {
                StoredComponent old = before.get(i);
                Source source = sources[i];
                if (source == null) {
                    changes.add("component " + old.name() + " is removed");
                } else {
                    fed.add(source.index);
                    changes.addAll(changes(old, components[source.index]));
                }
            }
            for (int i = 0; i < components.length; i++) {
                if (!fed.contains(i)) {
                    changes.add("component " + components[i].getName() + " is added");
                }
            }
            return new ShapeChange(
                    name(), changes.isEmpty() ? List.of("its components are reordered") : changes, null, true);
        }

        private static List<String> changes(StoredComponent old, RecordComponent now) {
            var changes = new ArrayList<String>();
            if (!old.name().equals(now.getName())) {
                changes.add("component " + old.name() + " is renamed to " + now.getName());
            }
            String type = now.getGenericType().getTypeName();
            if (!old.type().equals(type)) {
                changes.add("component " + now.getName() + " is widened from " + old.type() + " to " + type);
            }
            return changes;
        }

        /** What a component has that was not there. */
        private static @Nullable Object missing(Class<?> type) {
            if (type == Optional.class) {
                return Optional.empty();
            }
            if (type == Set.class) {
                return new LinkedHashSet<>();
            }
            if (type == Map.class) {
                return new LinkedHashMap<>();
            }
            if (type == List.class || type == Collection.class) {
                return new ArrayList<>();
            }
            return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
        }
    }

    /** A record that its own method makes of the components as they were. */
    private static final class Migrated extends EvolvedCodec {

        private final ShapedCodec.OfRecord before;
        private final MigrateMethod migrate;
        private final Codecs stored;

        Migrated(ShapedCodec.OfRecord before, Class<?> type, MigrateMethod migrate, Codecs stored) {
            super(before, type);
            this.before = before;
            this.migrate = migrate;
            this.stored = stored;
        }

        @Override
        boolean isMigrated() {
            return true;
        }

        @Override
        ShapeChange change() {
            return new ShapeChange(name(), List.of("converted by " + migrate), null, true);
        }

        @Override
        public Object read(SegmentInput in) {
            in.converted(name());
            Object plain = ShapedValue.plain(in.read(before, stored));
            if (plain instanceof Map<?, ?> components) {
                return migrate.value(components, in);
            }
            throw in.malformed(name() + " was no record");
        }
    }

    /** An enum that has got more constants, or has them in another order. */
    private static final class OfEnum extends EvolvedCodec {

        private final List<Enum<?>> constants;

        OfEnum(ShapedCodec.OfEnum before, Class<?> type, List<Enum<?>> constants) {
            super(before, type);
            this.constants = constants;
        }

        @Override
        ShapeChange change() {
            var added = new LinkedHashSet<Object>(Arrays.asList(type().getEnumConstants()));
            constants.forEach(added::remove);
            return new ShapeChange(
                    name(),
                    added.isEmpty()
                            ? List.of("its constants are reordered")
                            : added.stream()
                                    .map(constant -> "constant " + ((Enum<?>) constant).name() + " is added")
                                    .toList(),
                    null,
                    false);
        }

        @Override
        public Object read(SegmentInput in) {
            int ordinal = in.takeUnsigned();
            if (ordinal >= constants.size()) {
                throw in.malformed(name() + " had no constant number " + ordinal);
            }
            return constants.get(ordinal);
        }
    }

    /** A class that has changed so that its values cannot be read; it is refused where one occurs. */
    private static final class Refused extends EvolvedCodec {

        private final String reason;

        Refused(ShapedCodec before, Class<?> type, String reason) {
            super(before, type);
            this.reason = reason;
        }

        @Override
        ShapeChange change() {
            return new ShapeChange(name(), List.of(), reason, true);
        }

        @Override
        public Object read(SegmentInput in) {
            throw in.malformed("class " + name() + " has changed: " + reason);
        }
    }
}
