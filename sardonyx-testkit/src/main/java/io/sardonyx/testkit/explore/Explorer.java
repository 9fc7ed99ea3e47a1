package io.sardonyx.testkit.explore;

import io.sardonyx.testkit.explore.ExplorationReport.Story;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Explicit-state model checker: breadth-first search over all configurations of a model. Checks safety (no state of the
 * fold violates an invariant) and liveness (a healthy configuration stays reachable by fair transitions).
 *
 * <p>Configurations are kept as 64-bit fingerprints; among ten million different ones a collision hides one with a
 * probability of about three in a million.
 */
public final class Explorer<S> {

    /** Size of the encoding buffer; no configuration is larger. */
    private static final int BUFFER = 256;

    private static final int REPORT_EVERY = 1 << 17;

    private final Model<S> world;
    private final FaultBounds faults;
    private final FoldCache<S> kernel;
    private final Transitions<S> moves;
    private final long limit;

    /** Index of each configuration found, by fingerprint. */
    private final LongIntTable seen = new LongIntTable();
    /** The predecessor of each configuration on a shortest path. */
    private final IntList parents = new IntList();
    /** Index of the first fair transition of each configuration in {@link #edges}. */
    private final IntList firstEdges = new IntList();
    /** Targets of all fair transitions, for the reachability check. */
    private final IntList edges = new IntList();
    /** Encoded configurations that have not been expanded. */
    private final ArrayDeque<byte[]> frontier = new ArrayDeque<>();

    private final BitSet healthy = new BitSet();
    private final byte[] buffer = new byte[BUFFER];
    private final Renaming<S> renaming;

    /** Is told of each configuration when it is found. */
    private Consumer<ModelState> listener = found -> {};

    /** Index of the configuration that violates a property, or -1. */
    private int violating = -1;

    private long allEdges;
    private int depth;

    private Explorer(FoldCache<S> kernel, FaultBounds faults, long limit, boolean reduced, boolean symmetric) {
        this.world = kernel.world();
        this.faults = faults;
        this.limit = limit;
        this.kernel = kernel;
        this.moves = new Transitions<>(world, kernel, faults, reduced);
        this.renaming = new Renaming<>(kernel, world, faults, symmetric, BUFFER);
    }

    /** Explores everything within the bounds, or the first {@code limit} configurations. */
    public static <S> ExplorationReport explore(Model<S> world, FaultBounds faults, long limit, LongConsumer progress) {
        return new Explorer<>(new FoldCache<>(world), faults, limit, true, true).run(progress);
    }

    /** Explores every interleaving, to check that partial-order reduction misses nothing. */
    static <S> ExplorationReport exploreUnreduced(Model<S> world, FaultBounds faults) {
        return new Explorer<>(new FoldCache<>(world), faults, Integer.MAX_VALUE, false, true).run(states -> {});
    }

    /**
     * The fingerprints of the canonical forms of all configurations, to check that symmetry reduction misses nothing.
     * They are comparable between searches with the same cache.
     */
    static <S> SortedSet<Long> canonicalForms(FoldCache<S> kernel, FaultBounds faults, boolean symmetric) {
        var explorer = new Explorer<>(kernel, faults, Integer.MAX_VALUE, false, symmetric);
        var canonical = new Renaming<>(kernel, kernel.world(), faults, true, BUFFER);
        var found = new TreeSet<Long>();
        var form = new byte[BUFFER];
        explorer.listener = situation -> found.add(fingerprint(form, canonical.encode(situation, form)));
        explorer.run(states -> {});
        return found;
    }

    public static <S> ExplorationReport explore(Model<S> world, FaultBounds faults) {
        return explore(world, faults, Integer.MAX_VALUE, states -> {});
    }

    private ExplorationReport run(LongConsumer progress) {
        long start = System.nanoTime();
        discover(moves.first(), -1);
        var now = new ModelState(world.actors().size(), faults.backlog());
        int index = 0;
        int endOfDepth = 1;
        while (!frontier.isEmpty() && violating < 0 && seen.size() < limit) {
            now.decode(frontier.remove());
            expand(now, index++);
            if (index == endOfDepth && !frontier.isEmpty()) {
                depth++;
                endOfDepth = seen.size();
            }
            if ((index & REPORT_EVERY - 1) == 0) {
                progress.accept(seen.size());
            }
        }
        boolean complete = frontier.isEmpty();
        int lost = violating < 0 && complete ? lost() : 0;
        double seconds = (System.nanoTime() - start) / 1e9;
        return new ExplorationReport(
                bounds(),
                seen.size(),
                allEdges,
                kernel.distinctStates(),
                depth,
                complete,
                healthy.cardinality(),
                lost,
                seconds,
                story(lost));
    }

    private String bounds() {
        int renamings = world.symmetry().permutations().size();
        String symmetry = renamings == 0 ? "" : ", each for " + (renamings + 1) + " renamings";
        return world.actors().size() + " processes, " + faults + ", positions modulo " + world.positionCycle()
                + symmetry;
    }

    /** Adds a configuration unless it is known; returns its index. */
    private int discover(ModelState situation, int parent) {
        int length = renaming.encode(situation, buffer);
        int index = seen.size();
        int known = seen.putIfAbsent(fingerprint(buffer, length), index);
        if (known >= 0) {
            return known;
        }
        parents.add(parent);
        listener.accept(situation);
        frontier.add(Arrays.copyOf(buffer, length));
        if (moves.isHealthy(situation)) {
            healthy.set(index);
        }
        if (violating < 0 && !kernel.violations(moves.last(situation)).isEmpty()) {
            violating = index;
        }
        return index;
    }

    /** Adds all successors of a configuration. */
    private void expand(ModelState now, int index) {
        firstEdges.add(edges.size());
        moves.forEach(now, (kind, actor, detail, next) -> {
            int target = discover(next, index);
            allEdges++;
            if (kind.fair) {
                edges.add(target);
            }
        });
    }

    /** 64-bit hash of an encoded configuration, never 0. */
    private static long fingerprint(byte[] bytes, int length) {
        long hash = 0x2545F4914F6CDD1DL ^ length;
        long word = 0;
        for (int i = 0; i < length; i++) {
            word = word << 8 | bytes[i] & 0xFF;
            if ((i & 7) == 7 || i == length - 1) {
                hash = LongIntTable.mix(hash ^ word) + word * 0x9FB21C651E98DF25L;
                word = 0;
            }
        }
        hash = LongIntTable.mix(hash);
        return hash == 0 ? 1 : hash;
    }

    /**
     * Backward reachability over fair transitions from all healthy configurations. Sets {@link #violating} to the first
     * configuration that cannot reach one, and returns how many cannot.
     */
    private int lost() {
        int count = seen.size();
        int[] firstIncoming = new int[count + 1];
        for (int e = 0; e < edges.size(); e++) {
            firstIncoming[edges.get(e) + 1]++;
        }
        for (int i = 0; i < count; i++) {
            firstIncoming[i + 1] += firstIncoming[i];
        }
        int[] incoming = new int[edges.size()];
        int[] filled = firstIncoming.clone();
        for (int from = 0; from < count; from++) {
            int end = from + 1 < count ? firstEdges.get(from + 1) : edges.size();
            for (int e = firstEdges.get(from); e < end; e++) {
                incoming[filled[edges.get(e)]++] = from;
            }
        }
        var reaching = (BitSet) healthy.clone();
        var queue = new IntList();
        reaching.stream().forEach(queue::add);
        for (int head = 0; head < queue.size(); head++) {
            int to = queue.get(head);
            for (int e = firstIncoming[to]; e < firstIncoming[to + 1]; e++) {
                if (!reaching.get(incoming[e])) {
                    reaching.set(incoming[e]);
                    queue.add(incoming[e]);
                }
            }
        }
        violating = reaching.nextClearBit(0) < count ? reaching.nextClearBit(0) : -1;
        return count - reaching.cardinality();
    }

    /** Reconstructs the shortest path to the violation by replaying transitions along {@link #parents}. */
    private Optional<Story> story(int lost) {
        if (violating < 0) {
            return Optional.empty();
        }
        var path = new ArrayList<Integer>();
        for (int at = violating; at >= 0; at = parents.get(at)) {
            path.add(at);
        }
        Collections.reverse(path);
        var steps = new ArrayList<String>();
        var now = moves.first();
        for (int i = 1; i < path.size(); i++) {
            now = follow(now, path.get(i), steps);
        }
        List<String> violations = kernel.violations(moves.last(now));
        String verdict = violations.isEmpty()
                ? "from here no healthy situation can be reached (" + lost + " such situations)"
                : String.join("; ", violations);
        if (!world.symmetry().permutations().isEmpty()) {
            verdict += " (interchangeable actors may swap names between steps)";
        }
        steps.add("and so it stands: " + world.describe(kernel.state(moves.last(now))));
        return Optional.of(new Story(verdict, List.copyOf(steps)));
    }

    /**
     * Replays the transition from a configuration to the one with that index, in its canonical form, and adds its text.
     */
    private ModelState follow(ModelState now, int target, List<String> steps) {
        var reached = new ModelState(now.actors, faults.backlog());
        boolean[] found = {false};
        moves.forEach(now, (kind, actor, detail, next) -> {
            if (!found[0] && seen.get(fingerprint(buffer, renaming.encode(next, buffer))) == target) {
                found[0] = true;
                steps.add(sentence(kind, actor, detail));
                reached.decode(buffer);
            }
        });
        return reached;
    }

    private String sentence(Transitions.Kind kind, int actor, int detail) {
        String who = world.actors().get(actor).text();
        return switch (kind) {
            case START -> who + " starts";
            case READ -> who + " reads " + text(detail);
            case APPEND -> who + " appends " + text(detail);
            case DROP -> who + " drops " + text(detail) + ", which has become moot";
            case APPEND_LOST -> who + " appends " + text(detail) + ", which is lost";
            case APPEND_TWICE -> who + " appends " + text(detail) + ", and will append it again";
            case OWE -> who + " finds that it still owes " + text(detail);
            case MAY -> who + " decides on " + text(detail);
            case REPORT -> who + " sees that a pulse is gone and prepares " + text(detail);
            case CRASH -> who + " crashes; its pulse lingers";
            case EXPIRE -> "the pulse of " + who + " expires";
            case EXPIRE_ALIVE -> who + " loses its session while it lives";
            case NOTICE -> who + " finds out that its session is gone, and stops";
        };
    }

    private String text(int step) {
        return StepText.of(kernel.step(step));
    }
}
