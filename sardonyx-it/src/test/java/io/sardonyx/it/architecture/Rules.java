package io.sardonyx.it.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.core.domain.JavaModifier.VOLATILE;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.nio.Buffer;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What is not done, nor named so, and why; {@code ArchitectureGuardTest} plants offenders against each rule. */
final class Rules {

    private static final String REPLAY = "a history must fold to the same state whenever and wherever it is read";

    /** Core computes, and all processes must compute the same. */
    static final List<Rule> OF_CORE = List.of(
            Rule.bans("the clock", REPLAY + "; time comes in as a value", """
                    java.time.Clock java.time.InstantSource java.time.*.now(*
                    java.util.Date java.util.Calendar java.util.Timer
                    """),
            Rule.bans("chance", REPLAY + "; whoever needs chance is given it", """
                    java.util.Random java.util.SplittableRandom java.security.SecureRandom
                    java.util.concurrent.ThreadLocalRandom java.util.random.RandomGeneratorFactory
                    java.util.random.RandomGenerator.of(* java.util.random.RandomGenerator.getDefault(*
                    java.lang.Math.random() java.lang.StrictMath.random()
                    java.util.UUID.randomUUID() java.util.Collections.shuffle(*
                    """),
            Rule.bans("threads", "a value needs none, and threads make outcomes depend on luck", """
                    java.lang.Thread java.lang.ThreadLocal java.lang.InheritableThreadLocal
                    java.util.concurrent.* !java.util.concurrent.CompletionStage*
                    java.lang.Object.wait(* java.lang.Object.notify(* java.lang.Object.notifyAll(*
                    """),
            Rule.bans("files, sockets or processes", "side effects live in runtime and adapters, behind ports", """
                    java.io.* !java.io.Serializable !java.io.IOException*
                    java.nio.file.* java.nio.channels.* java.net.* java.sql.*
                    java.lang.Process java.lang.ProcessBuilder java.lang.ProcessHandle java.lang.Runtime
                    """),
            Rule.bans("the system", REPLAY + ", whatever the environment; only cli knows it", """
                    java.lang.System.* !java.lang.System.arraycopy(*
                    java.lang.Integer.getInteger(* java.lang.Long.getLong(* java.lang.Boolean.getBoolean(*
                    """),
            Rule.bans("a logger", "core says what happened by what it returns", """
                    java.util.logging.* org.slf4j.* java.lang.System$Logger
                    """),
            // The empty ones have no order, and only the longest overloads of collectors let the caller choose the map.
            Rule.bans("hash order", "it differs from one JVM to the next, and replicas would split", """
                    java.util.HashMap java.util.HashSet java.util.Hashtable java.util.Properties
                    java.util.IdentityHashMap java.util.WeakHashMap java.util.concurrent.ConcurrentHashMap
                    java.util.Map.of(* !java.util.Map.of() java.util.Map.ofEntries(* java.util.Map.copyOf(*
                    java.util.Set.of(* !java.util.Set.of() java.util.Set.copyOf(*
                    java.util.stream.Collectors.toSet(* java.util.stream.Collectors.toUnmodifiableSet(*
                    java.util.stream.Collectors.toMap(* !java.util.stream.Collectors.toMap(*,*,*,*
                    java.util.stream.Collectors.toUnmodifiableMap(* java.util.stream.Collectors.toConcurrentMap(*
                    java.util.stream.Collectors.groupingBy(* !java.util.stream.Collectors.groupingBy(*,*,*
                    java.util.stream.Collectors.groupingByConcurrent(*
                    """),
            Rule.bans("parallel streams", "who comes first must not depend on the number of cores", """
                    *.parallelStream() java.util.stream.*.parallel() java.util.Arrays.parallel*
                    """),
            Rule.bans("the machine's locale, zone or charset", "text must be equal on every machine", """
                    java.lang.String.toLowerCase() java.lang.String.toUpperCase() java.lang.String.getBytes()
                    java.lang.String.format(java.lang.String,* java.lang.String.formatted(*
                    java.util.Locale.getDefault(* java.util.TimeZone *.systemDefault() *.defaultCharset()
                    """),
            new Rule(
                    "mutable statics",
                    "two clusters in one process, or two runs of one test, must not meet in it",
                    type -> described(type.getFields(), Rules::isMutableStatic, " is static and can change")),
            new Rule(
                    "monitors and volatile fields",
                    "what belongs to one thread or never changes needs no guard",
                    type -> Stream.concat(
                            described(type.getMethods(), it -> has(it, SYNCHRONIZED), " is synchronized"),
                            described(type.getFields(), it -> has(it, VOLATILE), " is volatile"))),
            new Rule(
                    "getters",
                    "an accessor is named for its result",
                    type -> described(type.getMethods(), Rules::isGetter, " is named for what it does")));

    static final List<Rule> OF_MAIN = List.of(new Rule(
            "names that say nothing",
            "types are nouns of the domain",
            type -> Stream.of(type)
                    .filter(it -> it.getSimpleName().matches("Abstract.*|.*(Impl|Utils?|Helper|Manager)"))
                    .map(it -> it.getName() + " says what it is for the compiler, not for the reader")));

    static final List<Rule> OF_ALL = List.of(
            Rule.bans("Java serialization", "bytes from elsewhere must not choose what is instantiated", """
                    java.io.ObjectInputStream java.io.ObjectOutputStream java.io.Externalizable
                    java.rmi.MarshalledObject
                    """),
            Rule.bans("sleep", "a pause is too short on one machine and wasted on another: wait for the thing", """
                    java.lang.Thread.sleep(* java.util.concurrent.TimeUnit.sleep(*
                    """));

    /** Their listings are protocols: a type for each command or event. */
    private static final Set<String> PROTOCOLS = Set.of("io.sardonyx.command", "io.sardonyx.coordinator");

    private Rules() {}

    /** Packages with too many types to be read as a list. */
    static Stream<String> overfullPackages(JavaClasses classes, int most) {
        return grouped(classes, JavaClass::getPackageName).entrySet().stream()
                .filter(it -> it.getValue().size() > most && !PROTOCOLS.contains(it.getKey()))
                .map(it -> it.getKey() + " has " + it.getValue().size() + " types, more than " + most);
    }

    /** Simple names that mean two things. */
    static Stream<String> ambiguousNames(JavaClasses classes) {
        return grouped(classes, JavaClass::getSimpleName).entrySet().stream()
                .filter(it -> it.getValue().size() > 1)
                .map(it -> it.getKey() + ": " + it.getValue());
    }

    /** Top-level types; benchmarks compare other engines' of the same name with ours, and nobody builds upon them. */
    private static Map<String, Set<String>> grouped(JavaClasses classes, Function<JavaClass, String> by) {
        var groups = new TreeMap<String, Set<String>>();
        classes.stream()
                .filter(it -> it.isTopLevelClass()
                        && !it.getSimpleName().endsWith("-info")
                        && !it.getPackageName().startsWith("io.sardonyx.bench"))
                .forEach(it -> groups.computeIfAbsent(by.apply(it), key -> new TreeSet<>())
                        .add(it.getName()));
        return groups;
    }

    private static <M extends JavaMember> Stream<String> described(
            Collection<M> members, Predicate<M> isFault, String fault) {
        return members.stream().filter(isFault).map(it -> it.getDescription() + fault);
    }

    private static boolean has(JavaMember member, JavaModifier modifier) {
        return member.getModifiers().contains(modifier);
    }

    /** Written by a person, not by the compiler. */
    private static boolean isMutableStatic(JavaField field) {
        return has(field, STATIC)
                && !has(field, SYNTHETIC)
                && (!has(field, FINAL) || field.getRawType().isArray() || isMutable(field.getRawType()));
    }

    /** As far as a type can tell: an interface such as List may still hide a list that changes. */
    private static boolean isMutable(JavaClass type) {
        if (type.getPackageName().startsWith("java.util.concurrent")) {
            return true;
        }
        return !type.isInterface()
                && (type.getPackageName().startsWith("java.")
                        ? Stream.of(Collection.class, Map.class, StringBuilder.class, Buffer.class, BitSet.class)
                                .anyMatch(type::isAssignableTo)
                        : type.getAllFields().stream()
                                .anyMatch(it -> !isOfJdk(it.getOwner()) && !has(it, STATIC) && !has(it, FINAL)));
    }

    private static boolean isGetter(JavaMethod method) {
        return (has(method, PUBLIC) || has(method, PROTECTED))
                && method.getName().matches("get[A-Z].*")
                && Stream.of(
                                method.getOwner().getAllRawSuperclasses(),
                                method.getOwner().getAllRawInterfaces())
                        .flatMap(Collection::stream)
                        .noneMatch(it -> isOfJdk(it) && declares(it, method));
    }

    /** Whether the name was chosen by a type that is not ours. */
    private static boolean declares(JavaClass type, JavaMethod method) {
        int parameters = method.getRawParameterTypes().size();
        return type.getMethods().stream()
                .anyMatch(it -> it.getName().equals(method.getName())
                        && it.getRawParameterTypes().size() == parameters);
    }

    private static boolean isOfJdk(JavaClass type) {
        return type.getPackageName().startsWith("java.");
    }
}
