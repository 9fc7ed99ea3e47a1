package io.sardonyx.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The modules, what each may see of the others, and which third parties it keeps to itself. */
final class Modules {

    private static final String CORE = "sardonyx-core";
    private static final String RUNTIME = "sardonyx-runtime";

    /** Programs, which may see all. */
    private static final Set<String> PROGRAMS = Set.of("sardonyx-cli", "sardonyx-bench", "sardonyx-it");

    /** A module not named here or above is an adapter: it sees core only, so that anyone can write one. */
    private static final Map<String, Set<String>> SEES = Map.of(
            CORE,
            Set.of(),
            RUNTIME,
            Set.of(CORE),
            "sardonyx-testkit",
            Set.of(CORE, RUNTIME),
            "sardonyx-metrics",
            Set.of(CORE, RUNTIME),
            "sardonyx-dashboard",
            Set.of(CORE, RUNTIME));

    private static final List<String> JDK = List.of("java.", "javax.crypto", "javax.net");

    private static final Map<String, List<String>> THIRD_PARTIES = Map.of(
            CORE,
            List.of(),
            RUNTIME,
            List.of("com.fasterxml.jackson.", "org.slf4j", "org.jctools."),
            "sardonyx-testkit",
            List.of("org.junit.jupiter.api"),
            "sardonyx-netty",
            List.of("io.netty.", "org.slf4j"),
            "sardonyx-cli",
            List.of("picocli", "com.fasterxml.jackson.", "org.yaml.snakeyaml", "org.slf4j", "ch.qos.logback."),
            "sardonyx-aeron",
            List.of("io.aeron", "org.agrona", "org.slf4j"),
            "sardonyx-metrics",
            List.of("io.micrometer", "com.sun.net.httpserver"));

    /** What only one module may use, whatever others are free to. */
    private static final Map<String, String> OWNERS =
            Map.of("io.aeron", "sardonyx-aeron", "org.agrona", "sardonyx-aeron", "io.micrometer", "sardonyx-metrics");

    private final Function<JavaClass, String> moduleOf;

    Modules(Function<JavaClass, String> moduleOf) {
        this.moduleOf = moduleOf;
    }

    ArchRule seeOnlyWhatTheyMay() {
        return classes()
                .should(new Finding(
                        "see only the modules that the table allows", type -> faults(type, this::isHiddenModule)))
                .because("what a module cannot see cannot break it, and adapters must be writable by anyone");
    }

    ArchRule keepThirdPartiesToThemselves() {
        return classes()
                .should(new Finding(
                        "use only the third parties of their module", type -> faults(type, this::isForeign)))
                .because("a module exists to hide a dependency; core has none at all");
    }

    private boolean isHiddenModule(Dependency dependency) {
        String from = moduleOf.apply(dependency.getOriginClass());
        String to = moduleOf.apply(dependency.getTargetClass().getBaseComponentType());
        return !to.isEmpty()
                && !to.equals(from)
                && !PROGRAMS.contains(from)
                && !SEES.getOrDefault(from, Set.of(CORE)).contains(to);
    }

    private boolean isForeign(Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        String from = moduleOf.apply(dependency.getOriginClass());
        if (OWNERS.entrySet().stream()
                .anyMatch(it -> target.getPackageName().startsWith(it.getKey())
                        && !it.getValue().equals(from))) {
            return true;
        }
        List<String> allowed = THIRD_PARTIES.get(from);
        return allowed != null
                && moduleOf.apply(target).isEmpty()
                && !isGiven(target)
                && allowed.stream().noneMatch(target.getPackageName()::startsWith);
    }

    /** The JDK, and annotations that only the compiler reads. */
    private static boolean isGiven(JavaClass type) {
        String name = type.getPackageName();
        return type.isPrimitive() || JDK.stream().anyMatch(name::startsWith) || name.equals("org.jspecify.annotations");
    }

    private static List<String> faults(JavaClass type, Predicate<Dependency> isFault) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(isFault)
                .map(Dependency::getDescription)
                .toList();
    }
}
