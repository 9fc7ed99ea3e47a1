package io.sardonyx.replay;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.replica.Replica;
import java.util.List;

/**
 * Input of a scheduling simulation: jobs, peers, and current assignments.
 *
 * @param replica a cluster in that state
 * @param warnings messages about parts that were ignored
 */
public record Scenario(Replica replica, List<String> warnings) {

    public static Scenario read(Field root) {
        return new ScenarioReader(root).scenario();
    }

    public static Scenario read(byte[] document) {
        return read(Json.read(document));
    }
}
