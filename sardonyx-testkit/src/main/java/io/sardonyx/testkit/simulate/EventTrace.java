package io.sardonyx.testkit.simulate;

import io.sardonyx.json.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Event trace of a simulated run for failure messages: merges repeated events and keeps the text short. */
final class EventTrace {

    private static final int MOST_LINES = 18;
    private static final int LONGEST_SEGMENT = 50;
    private static final int LONGEST_EVENT = 105;

    private final LongSupplier clock;
    private final List<Event> events = new ArrayList<>();

    /**
     * An event of the trace.
     *
     * @param segment the first segment that it is about, or null when it is not about segments
     * @param count how many segments it is about
     */
    private record Event(
            long atNanos, String what, @Nullable Object segment, long count) {

        @Override
        public String toString() {
            String example = segment == null ? "" : " " + OneLine.of(segment.toString(), LONGEST_SEGMENT);
            String others = count > 1 ? " and " + (count - 1) + " more" : "";
            return String.format(
                    Locale.ROOT, "%9.3f s  %s", atNanos / 1e9, OneLine.of(what + example + others, LONGEST_EVENT));
        }
    }

    EventTrace(LongSupplier clock) {
        this.clock = clock;
    }

    void tell(String what) {
        events.add(new Event(clock.getAsLong(), what, null, 1));
    }

    /** Adds an event about a segment; the same event for further segments in a row is counted with the first. */
    void tell(String what, Object segment) {
        for (int i = events.size() - 1; i >= 0 && events.get(i).segment != null; i--) {
            Event event = events.get(i);
            if (event.what.equals(what)) {
                events.set(i, new Event(event.atNanos, what, event.segment, event.count + 1));
                return;
            }
        }
        events.add(new Event(clock.getAsLong(), what, segment, 1));
    }

    /** The last events, one per line. */
    List<String> lines() {
        int from = Math.max(0, events.size() - MOST_LINES);
        var lines = new ArrayList<String>();
        if (from > 0) {
            lines.add("           … and " + from + " before");
        }
        events.subList(from, events.size()).forEach(event -> lines.add(event.toString()));
        return lines;
    }
}
