package io.sardonyx.client.admin;

import io.sardonyx.content.Manifest;
import io.sardonyx.content.StatePart;
import io.sardonyx.table.StateDescription;
import io.sardonyx.table.StateScan;
import io.sardonyx.value.TaskName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The states of a task in a checkpoint, as the footers of its files describe them.
 *
 * @param states each once
 * @param shapes of the classes in the files; several lists if the files were written by different programs
 */
record StoredTask(Set<StateDescription> states, Set<List<String>> shapes) {

    /**
     * The states of all tasks of a manifest.
     *
     * @throws io.sardonyx.table.DamagedState that names the file
     */
    static SortedMap<TaskName, StoredTask> all(Manifest manifest, StateParts files) {
        var tasks = new TreeMap<TaskName, StoredTask>();
        for (Manifest.Part part : manifest.parts()) {
            StatePart state = part.state();
            if (state != null) {
                StateScan scan = files.scan(state);
                StoredTask task = tasks.computeIfAbsent(
                        part.task(), name -> new StoredTask(new LinkedHashSet<>(), new LinkedHashSet<>()));
                task.states.addAll(scan.states());
                task.shapes.addAll(scan.shapes());
            }
        }
        return tasks;
    }

    /** Whether a class occurs in the files. */
    boolean has(Class<?> type) {
        return shapes.stream().flatMap(List::stream).anyMatch(shape -> shape.startsWith(type.getName() + " "));
    }
}
