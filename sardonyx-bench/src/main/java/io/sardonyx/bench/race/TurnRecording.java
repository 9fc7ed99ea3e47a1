package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Latencies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * How long turns of tasks last, from its creation on, as our own engine tells Java Flight Recorder; nothing of another.
 */
final class TurnRecording implements AutoCloseable {

    private static final String TURN = "io.sardonyx.Turn";

    private final Recording recording = new Recording();

    TurnRecording() {
        recording.enable(TURN);
        recording.start();
    }

    /** Ends it: the figures of the task whose turns are longest, by its 99th percentile; empty without turns. */
    SortedMap<String, Long> figures() throws IOException {
        Path file = Files.createTempFile("sardonyx-bench", ".jfr");
        try {
            recording.stop();
            recording.dump(file);
            return figures(file);
        } finally {
            Files.delete(file);
        }
    }

    private static SortedMap<String, Long> figures(Path file) throws IOException {
        Map<String, Latencies> byTask = new TreeMap<>();
        try (var events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(TURN)) {
                    byTask.computeIfAbsent(event.getString("task"), it -> new Latencies())
                            .add(event.getDuration().toNanos());
                }
            }
        }
        return longest(byTask);
    }

    static SortedMap<String, Long> longest(Map<String, Latencies> byTask) {
        var figures = new TreeMap<String, Long>();
        byTask.values().stream()
                .max(Comparator.comparingLong(turns -> turns.nanosOf(0.99)))
                .ifPresent(turns -> {
                    figures.put("turnP50", turns.nanosOf(0.5));
                    figures.put("turnP99", turns.nanosOf(0.99));
                    figures.put("turnMax", turns.largest());
                });
        return figures;
    }

    @Override
    public void close() {
        recording.close();
    }
}
