package io.sardonyx.condition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Routing result for one segment: its target tasks and the segment to send. Mutable and reused: valid until the
 * {@link FlowConditions} that returned it are evaluated again.
 */
public final class Destination {

    private final TargetSet targets;
    private final List<String> excludedKeys = new ArrayList<>();
    private Object segment = this;
    private boolean retry;

    Destination(int tasks) {
        targets = new TargetSet(tasks);
    }

    /** Whether the target is the downstream task at that index. */
    public boolean goesTo(int target) {
        return targets.has(target);
    }

    /** Whether there is no target; then the segment is done. */
    public boolean isNowhere() {
        return targets.isEmpty();
    }

    /** The segment to send: the original, a transformed one, or one without excluded keys. */
    public Object segment() {
        return segment;
    }

    /** Whether the root is to be replayed instead. */
    public boolean isRetry() {
        return retry;
    }

    /** Starts with a segment and no targets. */
    void begin(Object about) {
        targets.clear();
        excludedKeys.clear();
        segment = about;
        retry = false;
    }

    void add(BoundCondition rule) {
        if (rule.none()) {
            targets.clear();
        } else {
            targets.addAll(rule.targets());
        }
        if (!rule.excludedKeys().isEmpty()) {
            excludedKeys.addAll(rule.excludedKeys());
        }
        retry |= rule.retry();
    }

    void add(TargetSet more) {
        targets.addAll(more);
    }

    void become(Object other) {
        segment = other;
    }

    /** Removes excluded keys; after all predicates, so that these see the whole segment. */
    void excludeKeys() {
        if (excludedKeys.isEmpty() || isNowhere()) {
            return;
        }
        if (!(segment instanceof Map<?, ?> map)) {
            throw new FailedCondition("keys " + excludedKeys + " are to be excluded from a "
                    + segment.getClass().getName() + ", but only maps can lose keys; let the function leave them out");
        }
        var rest = new LinkedHashMap<Object, Object>(map);
        if (rest.keySet().removeAll(excludedKeys)) {
            segment = Collections.unmodifiableMap(rest);
        }
    }
}
