package io.sardonyx.bench.queue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param quick fewer inputs and repetitions, enough for ratios
 * @param only parts to measure
 * @param json file for every measurement, or null
 * @param kafka whether Kafka Streams takes its turns in W14
 * @param former class path of another build of ours that takes its turns, too, or null
 */
record QueueWish(
        boolean quick,
        Set<String> only,
        @Nullable Path json,
        boolean kafka,
        @Nullable String former) {

    static final String USAGE = """
            usage: queues [--quick] [--only w14,w15,w16,pressure] [--json FILE] [--kafka]
                          [--former CLASSPATH]
              --quick  fewer inputs and repetitions, enough for ratios
              --only   some of: w14 throughput, and w17 beside it, w15 latency, w16 one peer for three tasks,
                       pressure back-pressure
              --json   write every measurement to a file
              --kafka  let Kafka Streams take its turns in W14
              --former class path of another build of ours, which takes its turns in W14 and W15""";

    static final Set<String> PARTS = new TreeSet<>(List.of("w14", "w15", "w16", "pressure"));

    static QueueWish of(List<String> arguments) {
        boolean quick = false;
        Set<String> only = PARTS;
        Path json = null;
        boolean kafka = false;
        String former = null;
        var rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            switch (option) {
                case "--quick" -> quick = true;
                case "--only" -> only = parts(value(option, rest));
                case "--json" -> json = Path.of(value(option, rest));
                case "--kafka" -> kafka = true;
                case "--former" -> former = value(option, rest);
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        return new QueueWish(quick, only, json, kafka, former);
    }

    private static Set<String> parts(String list) {
        var parts = new TreeSet<>(List.of(list.toLowerCase(Locale.ROOT).split(",", -1)));
        if (!PARTS.containsAll(parts)) {
            throw new IllegalArgumentException("--only knows " + PARTS + ", not " + list);
        }
        return parts;
    }

    private static String value(String option, ArrayDeque<String> rest) {
        String value = rest.pollFirst();
        if (value == null) {
            throw new IllegalArgumentException(option + " wants a value");
        }
        return value;
    }
}
