package io.sardonyx.testkit.simulate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Counts of kills by the point of a checkpoint at which they fell and the role in its job of who was killed. */
final class KillMatrix {

    /** What a task does for the checkpoints of its job. */
    enum Role {
        KEEPER,
        INPUT,
        /** A task that keeps state by key. */
        KEYED_TASK,
        OUTPUT
    }

    /** A point on the way of a checkpoint. */
    enum Point {
        /** All before is complete and committed, or the mark has not reached the task. */
        BEFORE_THE_MARKS,
        /** Some inputs have passed the mark on, others have not. */
        BETWEEN_TWO_INPUTS_MARKS,
        /** The mark has come on some channels of the task, and not on others. */
        ALIGNING,
        /** The state is frozen, and its file not complete. */
        FROZEN,
        /** A state file, or the manifest, is being written. */
        WRITING,
        /** What the task has for the checkpoint is durable, and the keeper has not taken its ack. */
        WRITTEN_BUT_NOT_ACKED,
        /** The keeper has taken all acks, and has not appended the entry. */
        ACKED_BUT_NOT_APPENDED,
        /** The entry is being appended, or it is in the log and its author has not heard of it. */
        APPEND_UNKNOWN,
        /** The entry is in the log, and no output has committed. */
        APPENDED_BUT_NOT_COMMITTED,
        /** Some bundles are committed, others are not. */
        HALF_COMMITTED,
        /** State is being read from files. */
        LOADING,
        /** There is a new fence, at which the task keeps its place, and it has not gone back yet. */
        REWINDING,
        /** The last checkpoint is being made, or it is complete and not all outputs are sealed. */
        LAST_CHECKPOINT,
        /** Files or manifests that no checkpoint needs any more are being deleted. */
        DELETING
    }

    /** Where a kill can fall. */
    record Cell(Role role, Point point) {}

    private final Map<Point, Map<Role, Integer>> counts = new EnumMap<>(Point.class);

    void count(Cell cell) {
        counts.computeIfAbsent(cell.point, ignored -> new EnumMap<>(Role.class)).merge(cell.role, 1, Integer::sum);
    }

    private int count(Role role, Point point) {
        return counts.getOrDefault(point, Map.of()).getOrDefault(role, 0);
    }

    /** Why no kill can fall into a cell; null if one can. */
    private static @Nullable String impossible(Role role, Point point) {
        boolean input = role == Role.KEEPER || role == Role.INPUT;
        return switch (point) {
            case ALIGNING -> input ? "an input has one mark, that of the keeper" : null;
            case FROZEN -> role != Role.KEYED_TASK ? "only state is frozen" : null;
            case WRITING ->
                role == Role.INPUT || role == Role.OUTPUT
                        ? "the ack of an input says how far it has read, and an output prepares within a turn"
                        : null;
            case WRITTEN_BUT_NOT_ACKED ->
                role == Role.KEEPER ? "the keeper takes its own ack at the moment it is given" : null;
            case LOADING -> role != Role.KEYED_TASK ? "only state is loaded" : null;
            case DELETING -> role != Role.KEEPER ? "only the keeper deletes" : null;
            default -> null;
        };
    }

    /** All cells into which a kill can fall. */
    static List<Cell> cells() {
        var cells = new ArrayList<Cell>();
        for (Point point : Point.values()) {
            for (Role role : Role.values()) {
                if (impossible(role, point) == null) {
                    cells.add(new Cell(role, point));
                }
            }
        }
        return cells;
    }

    /** The cells into which no kill fell, though it could. */
    List<String> empty() {
        return cells().stream()
                .filter(cell -> count(cell.role, cell.point) == 0)
                .map(cell -> words(cell.role) + " killed at " + words(cell.point))
                .toList();
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The table; cells that are impossible are dashes, with the reasons behind the table. */
    @Override
    public String toString() {
        var text = new StringBuilder(String.format("%-28s", "killed at"));
        var reasons = new TreeSet<String>();
        for (Role role : Role.values()) {
            text.append(String.format("%12s", words(role)));
        }
        for (Point point : Point.values()) {
            text.append(String.format("%n%-28s", words(point)));
            for (Role role : Role.values()) {
                String impossible = impossible(role, point);
                text.append(String.format("%12s", impossible == null ? count(role, point) : "-"));
                if (impossible != null) {
                    reasons.add(String.format("%n- %s: %s", words(point), impossible));
                }
            }
        }
        reasons.forEach(text::append);
        return text.toString();
    }
}
