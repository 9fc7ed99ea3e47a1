package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Workload;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/** All repetitions of a cell, as one process hands them to another and as they are kept. */
record Findings(Cell cell, String version, List<Repetition> repetitions) {

    void writeTo(Path file) throws IOException {
        try (var writer = Files.newBufferedWriter(file)) {
            JsonOut out = Json.onto(writer);
            writeOnto(out);
            out.flush();
        }
    }

    static Findings read(Path file) throws IOException {
        Field found = Json.read(Files.readAllBytes(file));
        var cell = new Cell(
                found.at("engine").text(),
                Workload.valueOf(found.at("workload").text()),
                found.at("variant").text());
        return new Findings(
                cell,
                found.at("version").text(),
                found.at("repetitions").items().stream()
                        .map(Findings::repetition)
                        .toList());
    }

    void writeOnto(JsonOut out) {
        out.begin()
                .text("engine", cell.engine())
                .text("version", version)
                .text("workload", cell.workload())
                .text("variant", cell.variant())
                .beginList("repetitions");
        for (Repetition repetition : repetitions) {
            out.begin()
                    .number("inputs", repetition.inputs())
                    .number("nanos", repetition.nanos())
                    .number("cpuNanos", repetition.cpuNanos())
                    .number("othersNanos", repetition.othersNanos())
                    .begin("more");
            repetition.more().forEach(out::number);
            out.end().end();
        }
        out.endList().end();
    }

    private static Repetition repetition(Field field) {
        var more = new TreeMap<String, Long>();
        field.at("more").fields().forEach(it -> more.put(it.name(), whole(it)));
        return new Repetition(
                whole(field.at("inputs")),
                whole(field.at("nanos")),
                whole(field.at("cpuNanos")),
                whole(field.at("othersNanos")),
                more);
    }

    private static long whole(Field field) {
        return field.whole(0, Long.MAX_VALUE);
    }
}
