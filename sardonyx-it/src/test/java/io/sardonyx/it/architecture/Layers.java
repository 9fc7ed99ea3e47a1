package io.sardonyx.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The packages of core and what each may see of the others. */
final class Layers {

    private static final Map<String, Set<String>> SEES = new TreeMap<>(Map.ofEntries(
            Map.entry("value", Set.of()),
            Map.entry("log", Set.of("value")),
            Map.entry("job", Set.of("value", "log")),
            Map.entry("schedule", Set.of("value", "log", "job")),
            Map.entry("replica", Set.of("value", "log", "job", "schedule")),
            Map.entry("command", Set.of("value", "log", "job", "schedule", "replica")),
            Map.entry("duty", Set.of("value", "log", "job", "schedule", "replica", "command")),
            Map.entry("port", Set.of("value")),
            Map.entry("coordinator", Set.of("value", "log", "job")),
            Map.entry("lease", Set.of("value", "log", "job")),
            Map.entry("flow", Set.of("value", "log", "job")),
            Map.entry("plugin", Set.of("value", "job"))));

    private final String root;

    Layers(String root) {
        this.root = root;
    }

    /** One rule for each package, and one that every package is in the table. */
    Map<String, ArchRule> rules() {
        var rules = new TreeMap<String, ArchRule>();
        SEES.forEach((name, seen) -> rules.put("package " + name, sees(name, seen)));
        rules.put("package known", known());
        return rules;
    }

    private ArchRule sees(String name, Set<String> seen) {
        List<String> ordered = seen.stream().sorted().toList();
        return classes()
                .that(describe("are in " + name, type -> layer(type).equals(name)))
                .should()
                .onlyDependOnClassesThat(describe(
                        "are in " + name + ", in one of " + ordered + " or not in core",
                        type -> !isOurs(type) || layer(type).equals(name) || seen.contains(layer(type))))
                .because("an order of packages lets each be read, and proven, knowing only what is left of it")
                .allowEmptyShould(true);
    }

    private ArchRule known() {
        return classes()
                .should(new Finding(
                        "be in a package that the table of layers names",
                        type -> SEES.containsKey(layer(type))
                                ? List.of()
                                : List.of(type.getName() + " is in no known package of core")))
                .because("a new package must say what it may see");
    }

    /** The first name below the root; an outer class and its lambdas are where their package is. */
    private String layer(JavaClass type) {
        String name = owner(type).getPackageName();
        if (!name.startsWith(root + ".")) {
            return "";
        }
        String below = name.substring(root.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private boolean isOurs(JavaClass type) {
        String name = owner(type).getPackageName();
        return name.equals(root) || name.startsWith(root + ".");
    }

    private static JavaClass owner(JavaClass type) {
        return type.getBaseComponentType();
    }
}
