package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Workload;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the command line asks for. */
record Wish(
        Effort effort,
        Set<Workload> workloads,
        Set<String> engines,
        @Nullable Path json) {

    static final String USAGE = "usage: engines [--quick] [--only W1,W4] [--engines limit,jet] [--json FILE]";

    /** All engines there are when none are named. */
    static Wish of(List<String> arguments, List<String> allEngines) {
        Effort effort = Effort.FULL;
        Set<Workload> workloads = EnumSet.allOf(Workload.class);
        Set<String> engines = new LinkedHashSet<>(allEngines);
        Path json = null;
        var rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            switch (option) {
                case "--quick" -> effort = Effort.QUICK;
                case "--only" -> {
                    workloads = EnumSet.noneOf(Workload.class);
                    values(option, rest).stream().map(Workload::valueOf).forEach(workloads::add);
                }
                case "--engines" -> engines = known(values(option, rest), allEngines);
                case "--json" -> json = Path.of(value(option, rest));
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        return new Wish(effort, workloads, engines, json);
    }

    private static Set<String> known(List<String> engines, List<String> all) {
        engines.stream().filter(it -> !all.contains(it)).findFirst().ifPresent(it -> {
            throw new IllegalArgumentException("no engine is called " + it + ", only " + all);
        });
        return new LinkedHashSet<>(engines);
    }

    private static List<String> values(String option, ArrayDeque<String> rest) {
        return List.of(value(option, rest).split(",", -1));
    }

    private static String value(String option, ArrayDeque<String> rest) {
        String value = rest.pollFirst();
        if (value == null) {
            throw new IllegalArgumentException(option + " wants a value");
        }
        return value;
    }
}
