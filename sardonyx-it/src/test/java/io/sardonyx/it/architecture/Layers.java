package io.sardonyx.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The packages of a module and what each may see of the others; {@code ""} is the root package itself. */
final class Layers {

    private static final Set<String> ALL = Set.of("*");

    static final Layers CORE = new Layers(
            "io.sardonyx",
            Map.ofEntries(
                    Map.entry("value", Set.of()),
                    Map.entry("log", Set.of("value")),
                    Map.entry("job", Set.of("value", "log")),
                    Map.entry("assignment", Set.of("value", "log", "job")),
                    Map.entry("schedule", Set.of("value", "log", "job", "assignment")),
                    Map.entry("replica", Set.of("value", "log", "job", "assignment", "schedule")),
                    Map.entry("command", Set.of("value", "log", "job", "assignment", "schedule", "replica")),
                    Map.entry("duty", Set.of("value", "log", "job", "assignment", "schedule", "replica", "command")),
                    Map.entry("port", Set.of("value")),
                    Map.entry("coordinator", Set.of("value", "log", "job", "assignment")),
                    Map.entry("lease", Set.of("value", "log", "job")),
                    Map.entry("flow", Set.of("value", "log", "job")),
                    Map.entry("wire", Set.of("value", "port")),
                    Map.entry("plugin", Set.of("value", "job"))));

    static final Layers RUNTIME = new Layers(
            "io.sardonyx",
            Map.ofEntries(
                    Map.entry("json", Set.of()),
                    Map.entry("store", Set.of()),
                    Map.entry("loop", Set.of()),
                    Map.entry("serial", Set.of()),
                    Map.entry("secret", Set.of()),
                    Map.entry("entry", Set.of("json")),
                    Map.entry("jobfile", Set.of("json", "entry")),
                    Map.entry("replay", Set.of("json", "entry", "jobfile")),
                    Map.entry("connect", Set.of("json", "store")),
                    Map.entry("call", Set.of()),
                    Map.entry("function", Set.of("call", "connect")),
                    Map.entry("condition", Set.of("function")),
                    Map.entry("report", Set.of()),
                    Map.entry("channel", Set.of("loop", "serial", "report")),
                    Map.entry("queue", Set.of("loop")),
                    Map.entry("content", Set.of("json", "entry", "jobfile", "report")),
                    Map.entry("follow", Set.of("json", "entry", "loop", "content")),
                    Map.entry("group", Set.of("json", "entry", "loop", "content", "follow", "report")),
                    Map.entry(
                            "task",
                            Set.of(
                                    "json",
                                    "loop",
                                    "serial",
                                    "secret",
                                    "call",
                                    "function",
                                    "condition",
                                    "channel",
                                    "content",
                                    "report")),
                    Map.entry("worker", Set.of("loop", "call", "function", "channel", "task")),
                    Map.entry(
                            "engine",
                            Set.of(
                                    "json",
                                    "loop",
                                    "secret",
                                    "function",
                                    "channel",
                                    "content",
                                    "group",
                                    "task",
                                    "report")),
                    Map.entry(
                            "client",
                            Set.of("json", "store", "loop", "entry", "replay", "content", "follow", "group", "report")),
                    Map.entry("answer", Set.of("json", "entry", "replay", "content", "report", "client")),
                    Map.entry("", ALL)));

    static final Layers CLI = new Layers(
            "io.sardonyx.cli",
            Map.ofEntries(
                    Map.entry("terminal", Set.of()),
                    Map.entry("logging", Set.of()),
                    Map.entry("option", Set.of("terminal", "logging")),
                    Map.entry("log", Set.of("terminal", "option")),
                    Map.entry("cluster", Set.of("terminal", "option", "log")),
                    Map.entry("job", Set.of("terminal", "logging", "option", "cluster")),
                    Map.entry("demo", Set.of("terminal", "option", "log")),
                    Map.entry("verify", Set.of("terminal", "logging")),
                    Map.entry("", ALL)));

    private final String root;
    private final Map<String, Set<String>> table;

    private Layers(String root, Map<String, Set<String>> table) {
        this.root = root;
        this.table = new TreeMap<>(table);
    }

    /** The same table below another root, for planted classes. */
    Layers below(String otherRoot) {
        return new Layers(otherRoot, table);
    }

    /** What a package may see of the others of its module, by its name below the root; null if it has no entry. */
    @Nullable
    Set<String> seenBy(String name) {
        return table.get(name);
    }

    /** One rule for each package, and one that every package is in the table. */
    Map<String, ArchRule> rules() {
        var rules = new TreeMap<String, ArchRule>();
        table.forEach((name, seen) -> rules.put("package " + name, sees(name, seen)));
        rules.put("package known", known());
        return rules;
    }

    private ArchRule sees(String name, Set<String> seen) {
        List<String> ordered = seen.stream().sorted().toList();
        return classes()
                .that(describe("are in " + name, type -> layer(type).equals(name)))
                .should()
                .onlyDependOnClassesThat(describe(
                        "are in " + name + ", in one of " + ordered + " or in another module",
                        type -> !isOurs(type) || layer(type).equals(name) || seen == ALL || seen.contains(layer(type))))
                .because("an order of packages lets each be read, and proven, knowing only what is left of it")
                .allowEmptyShould(true);
    }

    private ArchRule known() {
        return classes()
                .should(new Finding(
                        "be in a package that the table of layers names",
                        type -> table.containsKey(layer(type))
                                ? List.of()
                                : List.of(type.getName() + " is in no known package of its module")))
                .because("a new package must say what it may see");
    }

    /** The first name below the root; an outer class and its lambdas are where their package is. */
    private String layer(JavaClass type) {
        String name = owner(type).getPackageName();
        if (!name.startsWith(root + ".")) {
            return name.equals(root) ? "" : "elsewhere";
        }
        String below = name.substring(root.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private boolean isOurs(JavaClass type) {
        String name = owner(type).getPackageName();
        return (name.equals(root) || name.startsWith(root + ".")) && table.containsKey(layer(type));
    }

    private static JavaClass owner(JavaClass type) {
        return type.getBaseComponentType();
    }
}
