package io.sardonyx.condition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where one segment goes, and as what. Valid until the {@link FlowConditions} that gave it are asked again. */
public final class Destination {

    private final TargetSet targets;
    private final List<String> excludedKeys = new ArrayList<>();
    private Object segment = this;
    private boolean retry;

    Destination(int tasks) {
        targets = new TargetSet(tasks);
    }

    /** Whether it goes to the task at that index of those behind. */
    public boolean goesTo(int target) {
        return targets.has(target);
    }

    /** Whether it goes to no task; then it is done. */
    public boolean isNowhere() {
        return targets.isEmpty();
    }

    /** What goes there: the segment, perhaps without some of its keys. */
    public Object segment() {
        return segment;
    }

    /** Whether the root is to be emitted again instead. */
    public boolean isRetry() {
        return retry;
    }

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

    /** Behind routing, so that predicates see the whole segment. */
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
