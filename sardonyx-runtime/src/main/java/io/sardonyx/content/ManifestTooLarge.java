package io.sardonyx.content;

import io.sardonyx.content.Manifest.Part;
import io.sardonyx.json.Json;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** What the peers of a job tell of a checkpoint does not fit into a manifest, so no checkpoint can be complete. */
public final class ManifestTooLarge extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private static final String SMALLER_BUNDLES =
            "let it prepare bundles that only name what they publish, or give it fewer peers";

    /** What a part of the manifest is made of, and what makes it smaller. */
    enum Kind {
        POSITIONS("positions of open partitions", "let it read fewer partitions at a time, by fewer peers"),
        BUNDLES("bundles of outputs", SMALLER_BUNDLES),
        STATE("state and names of its files", "give it fewer peers");

        final String what;
        final String remedy;

        Kind(String what, String remedy) {
            this.what = what;
            this.remedy = remedy;
        }
    }

    private static final String THEN = ", then resume the job from the checkpoint before";

    /** One kind of the parts of one task. */
    private record Share(String task, Kind kind) {}

    private ManifestTooLarge(String what) {
        super(what);
    }

    /** A text that one peer tells, unless it is too long to be read again. */
    static String checked(TaskName task, Kind kind, String text) {
        int most = Json.CONSTRAINTS.getMaxStringLength();
        if (text.length() > most) {
            throw new ManifestTooLarge("a peer of task " + task + " tells " + text.length() + " characters of "
                    + kind.what + " at a checkpoint, but at most " + most + " are stored: " + kind.remedy + THEN);
        }
        return text;
    }

    /** The task that needs most of the room is named, with what it needs that for. */
    static ManifestTooLarge of(JobId job, Manifest manifest, int bytes, int most) {
        Map<Share, Long> shares =
                new TreeMap<>(Comparator.comparing(Share::task).thenComparing(Share::kind));
        for (Part part : manifest.parts()) {
            String task = part.task().text();
            String bundle = part.bundle();
            StatePart state = part.state();
            add(
                    shares,
                    task,
                    Kind.POSITIONS,
                    part.reader() == null ? 0 : part.reader().bytes().length);
            add(shares, task, Kind.BUNDLES, bundle == null ? 0 : bundle.getBytes(StandardCharsets.UTF_8).length);
            add(
                    shares,
                    task,
                    Kind.STATE,
                    state == null ? 0 : new Part(part.task(), 0, null, false, null, state).bytes().length);
        }
        String said = "the manifest of checkpoint " + manifest.number() + " of job " + job + " has " + bytes
                + " bytes, but at most " + most + " are stored";
        return shares.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(largest -> new ManifestTooLarge(said + "; " + largest.getValue() + " of them are "
                        + largest.getKey().kind.what + " of task " + largest.getKey().task + ": "
                        + largest.getKey().kind.remedy + THEN))
                .orElseGet(() -> new ManifestTooLarge(said));
    }

    private static void add(Map<Share, Long> shares, String task, Kind kind, long bytes) {
        if (bytes > 0) {
            shares.merge(new Share(task, kind), bytes, Long::sum);
        }
    }
}
