package io.sardonyx.client.admin;

import io.sardonyx.function.BadFunction;
import io.sardonyx.function.DeclaredState;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.SegmentTypes;
import io.sardonyx.function.StateArgument;
import io.sardonyx.function.type.TypeRelation;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.json.Keywords;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.ShapeChange;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateDescription;
import io.sardonyx.table.StateKind;
import io.sardonyx.value.TaskName;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Comparison of stored states with those that functions take now: kinds, keys, and the shapes of classes. */
final class StateComparison {

    private final FunctionLoader functions;
    private final Codecs codecs;
    private final Set<String> classes;
    /* Whether all functions of the job are here, so that a class which is not is gone. */
    private final boolean complete;

    StateComparison(Job job, FunctionLoader functions) {
        var types = new ArrayList<Type>();
        boolean all = true;
        for (CatalogEntry entry : job.catalog()) {
            try {
                types.addAll(SegmentTypes.of(entry, functions));
            } catch (BadFunction unknown) {
                all = false;
            }
        }
        this.functions = functions;
        this.codecs = Codecs.forTypes(types);
        this.classes = Codecs.classes(types);
        this.complete = all;
    }

    /**
     * A state in a checkpoint.
     *
     * @param task that has it
     * @param in all states of that task
     * @param entry what the other job says of the task; null if that is not known
     */
    record Stored(
            TaskName task,
            StoredTask in,
            StateDescription state,
            @Nullable CatalogEntry entry) {}

    /** Why a state cannot be taken over, a phrase each; none if it can. */
    List<String> refusals(CatalogEntry entry, DeclaredState declared, StateArgument argument, Stored there) {
        var refusals = new ArrayList<String>();
        StateKind kind = StateKind.of(argument.handle());
        if (kind != there.state.kind()) {
            refusals.add("it was of kind " + Keywords.of(there.state.kind()) + " and is of kind " + Keywords.of(kind));
        }
        refusals.addAll(keyRefusals(entry, declared, there));
        var keys = new ArrayList<>(argument.keys());
        if (declared.key() != null) {
            keys.add(declared.key());
        }
        for (ShapeChange change : changes(keys, there.in)) {
            if (change.moves()) {
                refusals.add(change + ", but it is that of a key, and keys must stay as they are");
            }
        }
        for (ShapeChange change : changes(argument.values(), there.in)) {
            if (change.refusal() != null) {
                refusals.add(change.toString());
            }
        }
        keys.addAll(argument.values());
        for (Type type : keys) {
            Class<?> stored = DeclaredState.erased(type);
            if ((stored.isRecord() || stored.isEnum()) && !there.in.has(stored)) {
                refusals.add("it is of class " + stored.getName()
                        + ", of which nothing is stored; a class in state keeps its name");
            }
        }
        return refusals;
    }

    private List<String> keyRefusals(CatalogEntry entry, DeclaredState declared, Stored there) {
        CatalogEntry before = there.entry;
        KeyType keys = KeyType.of(declared.key());
        if (before != null && before.grouping().isNone() != entry.grouping().isNone()) {
            return List.of(
                    "its keys change: segments were " + (before.grouping().isNone() ? "not " : "")
                            + "grouped, and now they are" + (before.grouping().isNone() ? "" : " not"));
        }
        if (keys != there.state.keys()) {
            return List.of("its keys change: they were of type " + Keywords.of(there.state.keys()) + " and are of type "
                    + Keywords.of(keys));
        }
        Type old = before == null ? null : oldKey(before);
        Type now = declared.key();
        if (old != null
                && now != null
                && TypeRelation.isNeverTaken(DeclaredState.erased(old), DeclaredState.erased(now))) {
            return List.of("its keys change: they were of type " + old.getTypeName() + " and are of type "
                    + now.getTypeName());
        }
        return List.of();
    }

    /** The type of the keys of the other job, if its function happens to be here. */
    private @Nullable Type oldKey(CatalogEntry before) {
        try {
            return DeclaredState.of(before, functions).key();
        } catch (BadFunction unknown) {
            return null;
        }
    }

    /** What becomes of the values of a state that can be taken over, a phrase each; none if nothing. */
    List<String> changes(StateArgument argument, Stored there) {
        var types = new ArrayList<>(argument.keys());
        types.addAll(argument.values());
        return changes(types, there.in).stream().map(ShapeChange::toString).toList();
    }

    /** Without classes that may be gone, or may be those of functions which are not here. */
    private Set<ShapeChange> changes(Collection<Type> types, StoredTask stored) {
        var changes = new LinkedHashSet<ShapeChange>();
        for (List<String> shapes : stored.shapes()) {
            for (ShapeChange change : codecs.changes(shapes, types)) {
                if (complete || classes.contains(change.type())) {
                    changes.add(change);
                }
            }
        }
        return changes;
    }
}
