package io.sardonyx.it.offenders.purity;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class IteratesInHashOrder {

    @SuppressWarnings("IdentityHashMapUsage")
    List<Object> collections(Map<String, String> map, Set<String> set) {
        return List.of(
                new HashMap<>(map),
                new HashSet<>(set),
                new IdentityHashMap<>(map),
                new ConcurrentHashMap<>(map),
                Map.of("key", "value"),
                Map.ofEntries(Map.entry("key", "value")),
                Map.copyOf(map),
                Set.of("one"),
                Set.copyOf(set));
    }

    List<Object> collectors(Stream<String> some) {
        return List.of(
                some.collect(Collectors.toSet()),
                some.collect(Collectors.toUnmodifiableSet()),
                some.collect(Collectors.toMap(it -> it, it -> it)),
                some.collect(Collectors.toMap(it -> it, it -> it, (one, other) -> one)),
                some.collect(Collectors.groupingBy(Function.identity())),
                some.collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
    }
}
