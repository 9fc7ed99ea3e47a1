package io.sardonyx.it.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The packages of a module and what each may see of the others; {@code *} is all, no name the root package itself. */
record Layers(String root, Map<String, Set<String>> table) {

    static final Layers CORE = of("io.sardonyx", """
            value:
            log: value
            job: value log
            assignment: value log job
            schedule: value log job assignment
            replica: value log job assignment schedule
            command: value log job assignment schedule replica
            duty: value log job assignment schedule replica command
            port: value
            coordinator: value log job assignment
            lease: value log job
            flow: value log job
            wire: value port
            plugin: value job
            state:
            """);

    static final Layers RUNTIME = of("io.sardonyx", """
            json:
            store: json
            loop:
            serial:
            table: serial
            secret:
            call:
            report:
            node:
            entry: json
            jobfile: json entry
            replay: json entry jobfile
            connect: json store node
            function: call connect
            condition: function
            lambda: serial function
            channel: loop serial report
            queue: loop store
            content: json store entry jobfile report
            follow: json entry loop content
            group: json entry loop content follow report
            coordinate: json entry loop follow group
            task: json loop serial secret call function condition channel content report table
            worker: loop call function channel task
            partition: json store loop content task report
            engine: json loop secret function channel content group task partition report
            client: json store loop entry replay content follow group coordinate report queue table function serial
            claim: json store loop serial secret function connect channel content engine task partition worker report \
            client node lambda
            answer: json entry replay content coordinate report client queue task claim
            : *
            """);

    static final Layers CLI = of("io.sardonyx.cli", """
            terminal:
            logging:
            option: terminal logging
            log: terminal option
            cluster: terminal option log
            job: terminal logging option cluster
            node: terminal option job cluster
            demo: terminal option log
            verify: terminal logging
            : *
            """);

    private static Layers of(String root, String lines) {
        var table = new TreeMap<String, Set<String>>();
        lines.lines().map(line -> line.split(":", 2)).forEach(it -> {
            var seen = new TreeSet<>(Arrays.asList(it[1].strip().split(" ", -1)));
            seen.remove("");
            table.put(it[0], seen);
        });
        return new Layers(root, table);
    }

    /** What a package may see of the others of its module, by its full name; null if it has no entry. */
    @Nullable
    Set<String> seenBy(String name) {
        return table.get(layer(name));
    }

    Rule rule() {
        return new Rule(
                "packages are in the table and see only what it allows",
                "an order of packages lets each be read, and proven, knowing only what is left of it",
                type -> seenBy(type.getPackageName()) == null
                        ? Stream.of(type.getName() + " is in no known package of its module")
                        : Rule.mentions(type, this::isHidden));
    }

    private boolean isHidden(Dependency dependency) {
        String from = layer(dependency.getOriginClass().getPackageName());
        String to = layer(Rule.target(dependency).getPackageName());
        Set<String> seen = table.getOrDefault(from, Set.of());
        return table.containsKey(to) && !to.equals(from) && !seen.contains("*") && !seen.contains(to);
    }

    /** The first name below the root. */
    private String layer(String name) {
        String below = name.startsWith(root) ? name.substring(root.length()) : ".elsewhere";
        return below.replaceFirst("\\.(\\w+).*", "$1");
    }
}
