package io.sardonyx.it.architecture;

import static java.util.stream.Collectors.toMap;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;

/** What core may not touch: it computes, and all processes must compute the same. */
final class Purity {

    private static final String REPLAY = "a history must fold to the same state whenever and wherever it is read";

    private Purity() {}

    static Map<String, ArchRule> rules() {
        var rules = List.of(
                        clock(), chance(), threads(), world(), system(), logging(), hashOrder(), parallel(), locale())
                .stream()
                .collect(toMap(Ban::name, Ban::rule, (one, other) -> one, TreeMap::new));
        rules.putAll(Statics.rules());
        return rules;
    }

    private static Ban clock() {
        return Ban.of("the clock", REPLAY + "; time comes in as a value")
                .types("java.time.Clock", "java.time.InstantSource")
                .types("java.util.Date", "java.util.Calendar", "java.util.Timer")
                .access(it -> it.getTargetOwner().getPackageName().startsWith("java.time")
                        && it.getTarget().getName().equals("now"));
    }

    private static Ban chance() {
        return Ban.of("chance", REPLAY + "; whoever needs chance is given it")
                .types("java.util.Random", "java.util.SplittableRandom", "java.security.SecureRandom")
                .types("java.util.concurrent.ThreadLocalRandom", "java.util.random.RandomGeneratorFactory")
                .members(Math.class, "random")
                .members(StrictMath.class, "random")
                .members(UUID.class, "randomUUID")
                .members(RandomGenerator.class, "of", "getDefault")
                .members(Collections.class, "shuffle");
    }

    private static Ban threads() {
        return Ban.of("threads", "a value needs none, and threads make outcomes depend on luck")
                .types("java.lang.Thread", "java.lang.ThreadLocal", "java.lang.InheritableThreadLocal")
                .packages(Set.of("java.util.concurrent"), Set.of("java.util.concurrent.CompletionStage"))
                .members(Object.class, "wait", "notify", "notifyAll");
    }

    private static Ban world() {
        return Ban.of("files, sockets or processes", "side effects live in runtime and adapters, behind ports")
                .packages(
                        Set.of("java.io", "java.nio.file", "java.nio.channels", "java.net", "java.sql"),
                        Set.of("java.io.Serializable", "java.io.IOException"))
                .types("java.lang.Process", "java.lang.ProcessBuilder", "java.lang.ProcessHandle", "java.lang.Runtime");
    }

    private static Ban system() {
        return Ban.of("the system", REPLAY + ", whatever the environment; only cli knows it")
                .access(it -> it.getTargetOwner().isEquivalentTo(System.class)
                        && !it.getTarget().getName().equals("arraycopy"))
                .members(Integer.class, "getInteger")
                .members(Long.class, "getLong")
                .members(Boolean.class, "getBoolean");
    }

    private static Ban logging() {
        return Ban.of("a logger", "core says what happened by what it returns")
                .packages(Set.of("java.util.logging", "org.slf4j"), Set.of())
                .types("java.lang.System$Logger");
    }

    private static Ban hashOrder() {
        return Ban.of("hash order", "it differs from one JVM to the next, and replicas would split")
                .types("java.util.HashMap", "java.util.HashSet", "java.util.Hashtable", "java.util.Properties")
                .types("java.util.IdentityHashMap", "java.util.WeakHashMap")
                .types("java.util.concurrent.ConcurrentHashMap")
                .members(Map.class, "ofEntries", "copyOf")
                .members(Set.class, "copyOf")
                .access(Purity::fillsAnImmutableHash)
                .members(Collectors.class, "toSet", "toUnmodifiableSet", "toUnmodifiableMap", "toConcurrentMap")
                .members(Collectors.class, "groupingByConcurrent")
                // Only the longest overloads let the caller choose the map.
                .method(Collectors.class, "toMap", 2)
                .method(Collectors.class, "toMap", 3)
                .method(Collectors.class, "groupingBy", 1)
                .method(Collectors.class, "groupingBy", 2);
    }

    /** {@code Map.of} and {@code Set.of}, but for the empty ones, which have no order. */
    private static boolean fillsAnImmutableHash(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        return (owner.isEquivalentTo(Map.class) || owner.isEquivalentTo(Set.class))
                && access.getTarget() instanceof CodeUnitAccessTarget target
                && target.getName().equals("of")
                && !target.getRawParameterTypes().isEmpty();
    }

    private static Ban parallel() {
        return Ban.of("parallel streams", "who comes first must not depend on the number of cores")
                .method(Collection.class, "parallelStream", 0)
                .method(BaseStream.class, "parallel", 0)
                .access(it -> it.getTargetOwner().isEquivalentTo(Arrays.class)
                        && it.getTarget().getName().startsWith("parallel"));
    }

    private static Ban locale() {
        return Ban.of("the machine's locale, zone or charset", "text must be equal on every machine")
                .method(String.class, "toLowerCase", 0)
                .method(String.class, "toUpperCase", 0)
                .method(String.class, "getBytes", 0)
                .method(String.class, "formatted", 1)
                .method(String.class, "format", 2)
                .members(Locale.class, "getDefault")
                .types("java.util.TimeZone")
                .access(it -> it.getTarget().getName().equals("systemDefault")
                        || it.getTarget().getName().equals("defaultCharset"));
    }
}
