package io.sardonyx.bench.race;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** All engines that can be found, by name. */
final class Contenders {

    private Contenders() {}

    static List<Contender> all() {
        return ServiceLoader.load(Contender.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Contender::name))
                .toList();
    }

    static Contender named(String name) {
        return all().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine is called " + name + ", only "
                        + all().stream().map(Contender::name).toList()));
    }
}
