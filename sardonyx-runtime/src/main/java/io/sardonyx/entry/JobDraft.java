package io.sardonyx.entry;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Mutable builder of a job's outline, while its properties are read from different parts of a document.
 *
 * <p>Once its tasks are listed, naming another one is an error; until then a task is created when it is first named.
 */
public final class JobDraft {

    /** A property by task, with the key under which documents have it. */
    private record Property(String key, BiConsumer<TaskDraft, Field> read) {}

    private static final List<Property> PROPERTIES = List.of(
            new Property("task-percentages", TaskDraft::percentage),
            new Property("task-saturation", TaskDraft::max),
            new Property("min-required-peers", TaskDraft::min),
            new Property("flux-policies", TaskDraft::flux),
            new Property("required-tags", TaskDraft::tags));

    private final JobId id;
    private final Map<TaskName, TaskDraft> tasks = new LinkedHashMap<>();
    private boolean listed;
    private TaskScheduler scheduler = TaskScheduler.BALANCED;
    private Percentage percentage = Percentage.ZERO;
    private int saturation = Bounds.UNBOUNDED;
    private Delivery delivery = Delivery.AUTOMATIC;
    private boolean wholeOnly;
    private String contentHash = "";
    private int keep;

    public JobDraft(JobId id) {
        this.id = id;
    }

    /** A number of peers; absent or {@code infinity} for any number. */
    public static int bound(Field field) {
        boolean unbounded = field.isAbsent() || field.isText() && field.text().equals("infinity");
        if (!unbounded && !field.isNumber()) {
            throw field.wrong("a number of peers or \"infinity\" was expected");
        }
        return unbounded ? Bounds.UNBOUNDED : field.count(1);
    }

    public static Percentage percentage(Field field) {
        return field.isAbsent() ? Percentage.ZERO : field.made(Percentage::of, field.decimal());
    }

    public JobId id() {
        return id;
    }

    boolean isListed() {
        return listed;
    }

    /** Whether one of its tasks has this name. */
    boolean has(TaskName task) {
        return tasks.containsKey(task);
    }

    /** Reads the names of all tasks, in topological order. */
    void list(Field names) {
        if (!names.isAbsent()) {
            names.items().forEach(item -> add(item, item.as(TaskName::of)));
            listed = true;
        }
    }

    /**
     * Appends a task.
     *
     * @param where the field that named it, for messages
     */
    public TaskDraft add(Field where, TaskName name) {
        var draft = new TaskDraft(name);
        if (tasks.put(name, draft) != null) {
            throw where.wrong("job " + id + " has two tasks " + name);
        }
        return draft;
    }

    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    /**
     * The task of that name, created if tasks are not listed.
     *
     * @param where the field that named it, for messages
     */
    TaskDraft task(Field where, TaskName name) {
        TaskDraft draft = tasks.get(name);
        if (draft != null) {
            return draft;
        }
        if (listed) {
            List<String> known = tasks.keySet().stream().map(TaskName::text).toList();
            throw where.wrong("job " + id + " has no task " + name + Spelling.didYouMean(name.text(), known));
        }
        return add(where, name);
    }

    /** The tasks in a list of names. */
    List<TaskDraft> tasks(Field names) {
        return names.items().stream()
                .map(item -> task(item, item.as(TaskName::of)))
                .distinct()
                .toList();
    }

    void perTask(Field properties, BiConsumer<TaskDraft, Field> property) {
        for (Field field : properties.fields()) {
            property.accept(task(field, field.nameAs(TaskName::of)), field);
        }
    }

    /** Reads all properties that are given by task; {@code section} finds the field of each key. */
    void properties(Function<String, Field> section) {
        PROPERTIES.forEach(property -> perTask(section.apply(property.key()), property.read()));
    }

    public void scheduler(Field field) {
        scheduler = Keywords.read(field, TaskScheduler.BALANCED);
    }

    public void percentageOf(Field field) {
        percentage = percentage(field);
    }

    public void saturation(Field field) {
        saturation = bound(field);
    }

    public void delivery(Field field) {
        delivery = Keywords.read(field, Delivery.AUTOMATIC);
    }

    public void wholeOnly(boolean whole) {
        wholeOnly = whole;
    }

    void contentHash(Field field) {
        contentHash = field.textOr("");
    }

    /** How many checkpoints are kept; absent for a job without them. */
    void keep(Field field) {
        keep = field.isAbsent() ? 0 : field.count(1);
    }

    /**
     * Builds the outline.
     *
     * @param where the field to name in the message when that fails
     */
    public Outline job(Field where) {
        var all = new ArrayList<Task>(tasks.size());
        for (TaskDraft draft : tasks.values()) {
            all.add(where.made("job " + id + ", task " + draft.name(), draft::task));
        }
        return where.made(
                "job " + id,
                () -> new Outline(id, all, scheduler, percentage, saturation, delivery, wholeOnly, contentHash, keep));
    }
}
