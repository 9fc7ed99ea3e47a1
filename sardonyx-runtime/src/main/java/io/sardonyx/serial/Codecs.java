package io.sardonyx.serial;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the serializable classes and their codecs. Two processes whose registries have the same
 * {@link #fingerprint} write equal bytes for equal values and can read each other's.
 *
 * <p>Values of the JDK need no registration: null, the boxed primitives, BigInteger, BigDecimal, String, byte[], UUID,
 * Instant, Duration, LocalDate, LocalDateTime, and any Optional, List, Set or Map of such values, which come back as
 * Optional, ArrayList, LinkedHashSet and LinkedHashMap in the order they had. Immutable.
 *
 * <pre>{@code
 * Codecs codecs = Codecs.builder().register(Order.class).build();
 * byte[] bytes = codecs.encode(order);
 * }</pre>
 */
public final class Codecs {

    /** Default limit of a segment's bytes. */
    public static final int DEFAULT_LIMIT = 1 << 20;

    private static final String FORMAT = "segments 1";

    private final IdentityHashMap<Class<?>, Registered> byClass = new IdentityHashMap<>();
    private final List<TypeCodec> forms;
    private final int limit;
    private final long fingerprint;

    private Codecs(Collection<? extends TypeCodec> sorted, int limit) {
        this.forms = List.copyOf(sorted);
        this.limit = limit;
        long hash = StableHash.text(FORMAT);
        int code = TypeCode.FIRST_REGISTERED;
        for (TypeCodec form : forms) {
            byClass.put(form.type(), new Registered(code++, form));
            hash = StableHash.then(
                    StableHash.then(hash, StableHash.letters(form.name())), StableHash.letters(form.shape()));
        }
        this.fingerprint = hash;
    }

    /** Serializer of a class; equal values must give equal bytes if they are to be keys. */
    @FunctionalInterface
    public interface Writer<T> {
        void write(T value, SegmentOutput out);
    }

    /** Deserializer of a class; must consume exactly what its writer wrote. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(SegmentInput in);
    }

    /** A registered class with its type code. */
    record Registered(int code, TypeCodec form) {}

    public static Builder builder() {
        return new Builder();
    }

    /** Codecs for all records and enums that occur in these types, such as the signatures of functions. */
    public static Codecs forTypes(Collection<? extends Type> types) {
        return builder().registerAll(types).build();
    }

    /**
     * Codecs that read what was written by others with these {@link #shapes}, without their classes: records and enums
     * become {@link ShapedValue}s. They write nothing.
     *
     * @throws IllegalArgumentException if these are no shapes
     */
    public static Codecs ofShapes(List<String> shapes) {
        return new Codecs(shaped(shapes), DEFAULT_LIMIT);
    }

    private static List<ShapedCodec> shaped(List<String> shapes) {
        return shapes.stream().map(ShapedCodec::of).toList();
    }

    /**
     * Codecs that read what was written when the registered classes had these {@link #shapes}, as values of the classes
     * as they are now. A class that has changed too much, or is gone, is refused where a value of it occurs. They write
     * nothing, unless the shapes are the same.
     *
     * @throws IllegalArgumentException if these are no shapes
     */
    public Codecs reading(List<String> written) {
        if (written.equals(shapes())) {
            return this;
        }
        var byName = new HashMap<String, TypeCodec>();
        forms.forEach(form -> byName.put(form.name(), form));
        List<ShapedCodec> shaped = shaped(written);
        Codecs stored = new Codecs(shaped, limit);
        return new Codecs(
                shaped.stream()
                        .map(form -> EvolvedCodec.of(form, byName.get(form.name()), stored))
                        .toList(),
                limit);
    }

    /**
     * What has become of the classes with these {@link #shapes}, as far as values of some types consist of them: those
     * whose shape is another one now, or that are gone. Of classes that such values contained before, too.
     *
     * @throws IllegalArgumentException if these are no shapes
     */
    public List<ShapeChange> changes(List<String> written, Collection<? extends Type> types) {
        var evolved = new TreeMap<String, EvolvedCodec>();
        reading(written).forms.forEach(form -> {
            if (form instanceof EvolvedCodec changed) {
                evolved.put(form.name(), changed);
            }
        });
        var stored = new TreeMap<String, TypeCodec>();
        shaped(written).forEach(form -> stored.put(form.name(), form));
        // What a migrated record consists of is given to its method as it was.
        stored.keySet().removeIf(name -> isMigrated(evolved.get(name)));
        var wanted = new TreeSet<String>();
        new TypeScan(type -> isMigrated(evolved.get(type.getName())))
                .with(types)
                .found()
                .forEach(type -> collect(type.getName(), stored, wanted));
        return evolved.values().stream()
                .filter(codec -> wanted.contains(codec.name()))
                .map(EvolvedCodec::change)
                .toList();
    }

    private static boolean isMigrated(@Nullable EvolvedCodec codec) {
        return codec != null && codec.isMigrated();
    }

    /** Collects the name of a class, and of those that its stored components mention. */
    private static void collect(String name, Map<String, TypeCodec> stored, Set<String> names) {
        if (names.add(name) && stored.get(name) instanceof ShapedCodec.OfRecord record) {
            record.components().forEach(component -> component.classes().forEach(each -> collect(each, stored, names)));
        }
    }

    /** Names of the records and enums of which values of some types consist. */
    public static Set<String> classes(Collection<? extends Type> types) {
        var names = new TreeSet<String>();
        new TypeScan().with(types).found().forEach(type -> names.add(type.getName()));
        return names;
    }

    /** Hash of the names, components and constants of all registered classes. */
    public long fingerprint() {
        return fingerprint;
    }

    /** Name and shape of each registered class, in the order of their codes. */
    public List<String> shapes() {
        return forms.stream().map(form -> form.name() + " " + form.shape()).toList();
    }

    /** Most bytes of a segment. */
    public int limit() {
        return limit;
    }

    public SegmentOutput output() {
        return new SegmentOutput(this);
    }

    public SegmentInput input() {
        return new SegmentInput(this);
    }

    public KeyGroups keyGroups() {
        return new KeyGroups(this);
    }

    /** Serializes one segment into an array of its own; for many segments reuse an {@link #output}. */
    public byte[] encode(@Nullable Object value) {
        SegmentOutput out = output();
        out.segment(value);
        return Arrays.copyOf(out.array(), out.size());
    }

    /** Deserializes the segment that takes up all of these bytes. */
    public @Nullable Object decode(byte[] bytes) {
        SegmentInput in = input().over(ByteBuffer.wrap(bytes));
        Object value = in.segment();
        if (in.hasMore()) {
            throw in.malformed("there are bytes behind the segment");
        }
        return value;
    }

    @Nullable
    Registered registered(Object value) {
        return byClass.get(value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
    }

    /** The codec with that type code, or null. */
    @Nullable
    TypeCodec form(int code) {
        int index = code - TypeCode.FIRST_REGISTERED;
        return index < forms.size() ? forms.get(index) : null;
    }

    /** Collects registrations; their order does not matter. */
    public static final class Builder {

        private final Map<Class<?>, TypeCodec> forms = new LinkedHashMap<>();
        private int limit = DEFAULT_LIMIT;

        private Builder() {}

        /** Registers a record or an enum; idempotent, and without effect if the class has a custom codec. */
        public Builder register(Class<?> type) {
            if (!forms.containsKey(type)) {
                forms.put(type, TypeScan.form(type));
            }
            return this;
        }

        /**
         * Registers all records and enums in these types: components, type arguments, bounds, and permitted by sealed
         * types.
         */
        public Builder registerAll(Collection<? extends Type> types) {
            new TypeScan().with(types).found().forEach(this::register);
            return this;
        }

        /**
         * Registers a custom codec for values of exactly this class.
         *
         * @param name name of the class in all processes
         */
        public <T> Builder register(Class<T> type, String name, Writer<? super T> writer, Reader<? extends T> reader) {
            if (TypeCode.isBuiltin(type) || type.isInterface()) {
                throw new IllegalArgumentException(type.getName()
                        + (type.isInterface() ? " is an interface, no value's class" : " has a codec of its own"));
            }
            if (forms.get(type) instanceof TypeCodec.CustomCodec<?> other) {
                throw new IllegalArgumentException(type.getName() + " is already registered as " + other.name());
            }
            forms.put(type, new TypeCodec.CustomCodec<>(type, name, writer, reader));
            return this;
        }

        /** Sets the most bytes of a segment; the reader's limit must not be below the writer's. */
        public Builder limit(int bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("a limit of " + bytes + " bytes allows no segment");
            }
            limit = bytes;
            return this;
        }

        /** The codecs registered so far. */
        public Codecs build() {
            var sorted = new TreeMap<String, TypeCodec>();
            for (TypeCodec form : forms.values()) {
                TypeCodec other = sorted.put(form.name(), form);
                if (other != null) {
                    throw new IllegalArgumentException(
                            "two classes are called " + form.name() + ": " + form.type() + " and " + other.type());
                }
            }
            return new Codecs(sorted.values(), limit);
        }
    }

    /** Finds the records and enums of which values of some types consist, by reflection. */
    private static final class TypeScan {

        private final Set<Type> seen = new LinkedHashSet<>();
        private final Predicate<Class<?>> isWhole;

        TypeScan() {
            this(type -> false);
        }

        /** @param isWhole which records are found, but not what they consist of */
        TypeScan(Predicate<Class<?>> isWhole) {
            this.isWhole = isWhole;
        }

        /** The automatic codec of a record or an enum. */
        static TypeCodec form(Class<?> type) {
            if (type.isRecord()) {
                return RecordCodec.of(type.asSubclass(Record.class));
            }
            if (type.isEnum()) {
                return TypeCodec.EnumCodec.of(type);
            }
            throw new IllegalArgumentException(
                    type.getName() + " is neither record nor enum; register it with a writer and a reader");
        }

        TypeScan with(Collection<? extends Type> types) {
            for (Type type : types) {
                if (seen.add(type)) {
                    with(parts(type));
                }
            }
            return this;
        }

        List<Class<?>> found() {
            return seen.stream()
                    .<Class<?>>mapMulti((type, found) -> {
                        if (type instanceof Class<?> it && (it.isRecord() || it.isEnum())) {
                            found.accept(it);
                        }
                    })
                    .toList();
        }

        private List<Type> parts(Type type) {
            if (type instanceof Class<?> it) {
                return parts(it);
            }
            if (type instanceof ParameterizedType it) {
                var parts = new LinkedHashSet<Type>(Arrays.asList(it.getActualTypeArguments()));
                parts.add(it.getRawType());
                return List.copyOf(parts);
            }
            if (type instanceof WildcardType it) {
                return List.of(it.getUpperBounds());
            }
            if (type instanceof TypeVariable<?> it) {
                return List.of(it.getBounds());
            }
            return type instanceof GenericArrayType it ? List.of(it.getGenericComponentType()) : List.of();
        }

        private List<Type> parts(Class<?> type) {
            if (isWhole.test(type)) {
                return List.of();
            }
            if (type.isRecord()) {
                return Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getGenericType)
                        .toList();
            }
            if (type.isArray()) {
                return List.of(type.getComponentType());
            }
            return type.isSealed() && !type.isEnum() ? List.of(type.getPermittedSubclasses()) : List.of();
        }
    }
}
