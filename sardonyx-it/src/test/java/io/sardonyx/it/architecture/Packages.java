package io.sardonyx.it.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** How many types a package has, and which simple names mean several things. */
final class Packages {

    static final int MOST_TYPES = 30;

    /** Their listings are protocols: a type for each command or event. */
    private static final Set<String> PROTOCOLS = Set.of("io.sardonyx.command", "io.sardonyx.coordinator");

    private Packages() {}

    static List<String> tooLarge(JavaClasses classes) {
        return tooLarge(classes, MOST_TYPES);
    }

    static List<String> tooLarge(JavaClasses classes, int most) {
        return grouped(classes, JavaClass::getPackageName).entrySet().stream()
                .filter(it -> it.getValue().size() > most && !PROTOCOLS.contains(it.getKey()))
                .map(it -> it.getKey() + " has " + it.getValue().size() + " types, more than " + most)
                .toList();
    }

    static List<String> ambiguousNames(JavaClasses classes) {
        return grouped(classes, JavaClass::getSimpleName).entrySet().stream()
                .filter(it -> it.getValue().size() > 1)
                .map(it -> it.getKey() + ": " + it.getValue())
                .toList();
    }

    private static SortedMap<String, Set<String>> grouped(JavaClasses classes, Function<JavaClass, String> by) {
        var groups = new TreeMap<String, Set<String>>();
        topLevel(classes)
                .forEach(type -> groups.computeIfAbsent(by.apply(type), key -> new TreeSet<>())
                        .add(type.getName()));
        return groups;
    }

    /** Benchmarks compare other engines' types of the same name with ours, and nobody builds upon them. */
    private static Stream<JavaClass> topLevel(JavaClasses classes) {
        return classes.stream()
                .filter(type -> type.isTopLevelClass()
                        && !type.getSimpleName().endsWith("-info")
                        && !type.getPackageName().startsWith("io.sardonyx.bench"));
    }
}
