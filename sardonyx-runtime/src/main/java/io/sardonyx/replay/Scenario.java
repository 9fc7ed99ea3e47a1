package io.sardonyx.replay;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.replica.Replica;
import java.util.List;

/**
 * A question to the schedulers: these jobs, these peers, and what runs now.
 *
 * @param replica a cluster in that state
 * @param warnings what was passed over
 */
public record Scenario(Replica replica, List<String> warnings) {

    public static Scenario read(Field root) {
        return new ScenarioReader(root).scenario();
    }

    public static Scenario read(byte[] document) {
        return read(Json.read(document));
    }
}
