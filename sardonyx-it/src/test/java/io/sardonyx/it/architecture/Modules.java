package io.sardonyx.it.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.lang.module.ModuleDescriptor;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The modules, what each may see of the others, and which third parties it keeps to itself. */
record Modules(Function<JavaClass, String> moduleOf, Map<String, ModuleDescriptor> descriptors) {

    /** Programs see all. A module not named here is an adapter: it sees core only, so that anyone can write one. */
    private static final Map<String, Set<String>> SEES = Map.of(
            "core", Set.of(),
            "runtime", Set.of("core"),
            "testkit", Set.of("core", "runtime"),
            "metrics", Set.of("core", "runtime"),
            "dashboard", Set.of("core", "runtime"),
            "cli", Set.of("*"),
            "bench", Set.of("*"),
            "it", Set.of("*"));

    /** By the beginnings of their packages; a module not named here may use any. */
    private static final Map<String, Set<String>> THIRD_PARTIES = Map.of(
            "core", Set.of(),
            "runtime", Set.of("com.fasterxml.jackson.", "org.slf4j", "org.jctools.", "jdk.jfr"),
            "testkit", Set.of("org.junit.jupiter.api"),
            "netty", Set.of("io.netty.", "org.slf4j"),
            "cli", Set.of("picocli", "com.fasterxml.jackson.", "org.yaml.snakeyaml", "org.slf4j", "ch.qos.logback."),
            "aeron", Set.of("io.aeron", "org.agrona", "org.slf4j"),
            "artemis", Set.of("org.apache.activemq.artemis.", "org.slf4j"),
            "opensearch", Set.of("com.fasterxml.jackson.", "org.slf4j"),
            "metrics", Set.of("io.micrometer", "com.sun.net.httpserver"));

    /** What only one module may use, whatever others are free to. */
    private static final Map<String, String> OWNERS = Map.of(
            "io.aeron", "aeron", "org.agrona", "aeron", "org.apache.activemq", "artemis", "io.micrometer", "metrics");

    /** The JDK, and annotations that only the compiler reads. */
    private static final Set<String> GIVEN = Set.of("java.", "javax.crypto", "javax.net", "org.jspecify.annotations");

    Rule order() {
        return Rule.hides(
                "modules see only what they may",
                "what a module cannot see cannot break it, and adapters must be writable by anyone",
                this::isOfHiddenModule);
    }

    Rule thirdParties() {
        return Rule.hides(
                "modules keep third parties to themselves",
                "a module exists to hide a dependency; core has none at all",
                this::isForeign);
    }

    Rule exports() {
        return Rule.hides(
                "modules see only what is exported to them",
                "on the module path it would not compile, and what is not exported changes at will",
                this::isNotExported);
    }

    private boolean isOfHiddenModule(Dependency dependency) {
        String from = moduleOf.apply(dependency.getOriginClass());
        String to = moduleOf.apply(Rule.target(dependency));
        Set<String> seen = SEES.getOrDefault(from, Set.of("core"));
        return !to.isEmpty() && !to.equals(from) && !seen.contains("*") && !seen.contains(to);
    }

    private boolean isForeign(Dependency dependency) {
        JavaClass target = Rule.target(dependency);
        String name = target.getPackageName();
        String from = moduleOf.apply(dependency.getOriginClass());
        if (OWNERS.entrySet().stream()
                .anyMatch(it -> name.startsWith(it.getKey()) && !it.getValue().equals(from))) {
            return true;
        }
        return THIRD_PARTIES.containsKey(from)
                && moduleOf.apply(target).isEmpty()
                && !target.isPrimitive()
                && Stream.concat(GIVEN.stream(), THIRD_PARTIES.get(from).stream())
                        .noneMatch(name::startsWith);
    }

    /** A module without a descriptor is open to all. */
    private boolean isNotExported(Dependency dependency) {
        JavaClass target = Rule.target(dependency);
        String from = moduleOf.apply(dependency.getOriginClass());
        String to = moduleOf.apply(target);
        return !to.equals(from)
                && descriptors.containsKey(to)
                && descriptors.get(to).exports().stream()
                        .noneMatch(export -> export.source().equals(target.getPackageName())
                                && (!export.isQualified() || export.targets().contains("io.sardonyx." + from)));
    }
}
