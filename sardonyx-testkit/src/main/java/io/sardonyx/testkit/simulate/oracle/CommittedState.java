package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.content.Manifest;
import io.sardonyx.content.StatePart;
import io.sardonyx.port.Blobs;
import io.sardonyx.table.FileChain.Stored;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.StateScan;
import io.sardonyx.value.TaskName;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the state of a task at a checkpoint as queries show it, without the classes of its job. */
public final class CommittedState {

    private CommittedState() {}

    /**
     * What is stored for each key, by the names of the states.
     *
     * @param blobs that answer at once
     */
    public static Map<Object, Map<String, Object>> read(Manifest manifest, TaskName task, Blobs blobs) {
        var all = new HashMap<Object, Map<String, Object>>();
        for (StatePart part : manifest.states(task)) {
            scan(part, blobs).read(range -> true, all::put);
        }
        return all;
    }

    private static StateScan scan(StatePart part, Blobs blobs) {
        KeyGroupSet groups = KeyGroupSet.parse(part.groups());
        String inline = part.inline();
        if (inline != null) {
            ByteBuffer file = ByteBuffer.wrap(Base64.getDecoder().decode(inline));
            return new StateScan(
                    List.of(new Stored("in the manifest", file.capacity())),
                    groups,
                    (stored, from, length) -> file.slice((int) from, length));
        }
        List<Stored> files = part.files().stream()
                .map(file -> new Stored(file.name(), file.bytes()))
                .toList();
        return new StateScan(
                files,
                groups,
                (stored, from, length) -> blobs.read(stored.name(), from, length)
                        .toCompletableFuture()
                        .join()
                        .orElseThrow(() -> new AssertionError("state file " + stored.name() + " is missing")));
    }
}
