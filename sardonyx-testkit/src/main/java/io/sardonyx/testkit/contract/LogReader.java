package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Log;
import io.sardonyx.port.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a log to its end in slices, as a follower does. */
final class LogReader {

    /** Most entries per read. */
    private static final int SLICE = 100;

    private final StoreContract contract;

    LogReader(StoreContract contract) {
        this.contract = contract;
    }

    List<byte[]> bytes(Log log, long from) {
        List<byte[]> all = new ArrayList<>();
        Slice slice = slice(log, from);
        while (!slice.entries().isEmpty()) {
            all.addAll(slice.entries());
            slice = slice(log, from + all.size());
        }
        return all;
    }

    List<String> texts(Log log, long from) {
        return bytes(log, from).stream()
                .map(entry -> new String(entry, StandardCharsets.UTF_8))
                .toList();
    }

    private Slice slice(Log log, long from) {
        Slice slice = contract.answer(log.read(from, SLICE));
        assertFalse(slice.trimmed(), () -> "position " + from + " is trimmed");
        assertTrue(slice.entries().size() <= SLICE, () -> "more than " + SLICE + " entries");
        return slice;
    }
}
