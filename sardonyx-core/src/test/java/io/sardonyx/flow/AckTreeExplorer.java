package io.sardonyx.flow;

import io.sardonyx.flow.AckTreeState.Faults;
import io.sardonyx.flow.AckTreeState.Frame;
import io.sardonyx.wire.FrameOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Plays one tree of batches in every order, with every choice of duplicated and lost frames, against the real ledger
 * and the real receiver of numbered frames.
 *
 * <p>Node 0 is the input batch; each other node takes one data frame, gives its children theirs and acks the xor of
 * what it took and gave. A duplicate of a data frame is processed like any other and gives fresh values; a duplicate of
 * an ack is xored again.
 */
final class AckTreeExplorer {

    /**
     * Who opens the root: the input in its own ledger before it sends, or whichever message comes first to a far
     * ledger.
     */
    enum Opening {
        BEFORE_SENDING,
        BY_FIRST_MESSAGE
    }

    /** Where tasks run: each at a site of its own, or all derived ones together, so that their frames share links. */
    enum Placement {
        APART,
        TOGETHER
    }

    /** Which values a node gives that took one itself. */
    enum Values {
        /** A fresh one to each child. */
        FRESH,
        /** Its own to an only child, so that it has nothing to ack; else fresh ones. */
        HANDED_ON_TO_AN_ONLY_CHILD,
        /** Its own to the first child, fresh ones to the others: wrong, and there to be found. */
        HANDED_ON_TO_THE_FIRST_CHILD
    }

    private record Move(String verb, Frame frame) {
        @Override
        public String toString() {
            return verb + " " + frame;
        }
    }

    record Rules(boolean numbered, Opening opening, Placement placement, Values values) {

        Rules(boolean numbered, Opening opening, Placement placement) {
            this(numbered, opening, placement, Values.FRESH);
        }
    }

    private static final long ROOT = 42;

    private final int[] parents;
    private final Rules rules;
    private final long seed;
    private final int everyNode;
    private final LongSet seen = new LongSet();
    private final AckLedger ledger = new AckLedger(1, 1);
    private final Deque<Move> path = new ArrayDeque<>();

    private final TreeMap<Integer, String> falseCompletions = new TreeMap<>();
    private final TreeMap<Integer, String> stranded = new TreeMap<>();
    private long completions;

    AckTreeExplorer(int[] parents, Rules rules, long seed) {
        this.parents = parents;
        this.rules = rules;
        this.seed = seed;
        this.everyNode = (1 << parents.length) - 1;
    }

    static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    int states() {
        return seen.size();
    }

    long completions() {
        return completions;
    }

    /** The shortest way found to a completion although some node was never processed. */
    Optional<String> falseCompletion() {
        return Optional.ofNullable(falseCompletions.firstEntry()).map(entry -> entry.getValue());
    }

    /** The shortest way found to a root that will never complete although nothing was lost and all was processed. */
    Optional<String> strandedRoot() {
        return Optional.ofNullable(stranded.firstEntry()).map(entry -> entry.getValue());
    }

    AckTreeExplorer explore(int duplicates, int losses) {
        int links = rules.numbered() ? parents.length * parents.length : 0;
        var nothing = AckTreeState.start(links, new Faults(duplicates, losses));
        long given = given(0, seed, 1);
        if (rules.opening() == Opening.BY_FIRST_MESSAGE) {
            var started = send(nothing, true, 0, given, link(0, 0));
            visit(sendChildren(started, 0, seed, 1));
        } else if (open(given)) {
            judgeCompletion(nothing);
        } else {
            visit(sendChildren(nothing.withLedger(given), 0, seed, 1));
        }
        return this;
    }

    private void visit(AckTreeState state) {
        if (!seen.add(state.hash())) {
            return;
        }
        if (state.frames.length == 0) {
            judgeEnd(state);
        }
        for (int i = 0; i < state.frames.length; i++) {
            int index = i;
            Frame frame = state.frames[index];
            Faults left = state.left;
            step("deliver", frame, () -> deliver(state.without(index), frame));
            if (left.losses() > 0) {
                var fewer = new Faults(left.duplicates(), left.losses() - 1);
                step("lose", frame, () -> visit(state.without(index).withLeft(fewer)));
            }
            if (left.duplicates() > 0) {
                var fewer = new Faults(left.duplicates() - 1, left.losses());
                step("duplicate", frame, () -> visit(duplicated(state, index).withLeft(fewer)));
            }
        }
    }

    private void step(String verb, Frame frame, Runnable move) {
        path.addLast(new Move(verb, frame));
        move.run();
        path.removeLast();
    }

    /* Copies of copies are numbered like the nodes of a binary tree, so no two data frames of one value are alike. */
    private static AckTreeState duplicated(AckTreeState state, int index) {
        Frame frame = state.frames[index];
        if (frame.isAck()) {
            return state.with(frame);
        }
        return state.without(index).with(copy(frame, 2 * frame.copy())).with(copy(frame, 2 * frame.copy() + 1));
    }

    private static Frame copy(Frame frame, int copy) {
        return new Frame(frame.isAck(), frame.node(), frame.value(), copy, frame.link(), frame.number());
    }

    private void deliver(AckTreeState before, Frame frame) {
        if (rules.numbered() && !new FrameOrder(before.taken[frame.link()]).takes(frame.number())) {
            visit(before.withBroken(frame.link()));
            return;
        }
        var state = rules.numbered() ? before.withTaken(frame.link()) : before;
        if (frame.isAck()) {
            deliverAck(state, frame.value());
        } else {
            visit(process(state, frame));
        }
    }

    private AckTreeState process(AckTreeState before, Frame frame) {
        int node = frame.node();
        var state = sendChildren(before.withProcessed(node), node, frame.value(), frame.copy());
        long xor = frame.value() ^ given(node, frame.value(), frame.copy());
        return xor == 0 ? state : send(state, true, node, xor, link(node, 0));
    }

    private void deliverAck(AckTreeState state, long xor) {
        if (state.ledger == 0) {
            if (open(xor)) {
                judgeCompletion(state);
            } else {
                visit(state.withLedger(xor));
            }
            return;
        }
        ledger.open(ROOT, state.ledger);
        AckOutcome outcome = ledger.ack(ROOT, xor);
        long after = ledger.pending(ROOT);
        ledger.abandon(ROOT);
        if (outcome == AckOutcome.COMPLETED) {
            judgeCompletion(state);
        } else {
            visit(state.withLedger(after));
        }
    }

    private boolean open(long given) {
        AckOutcome outcome = ledger.open(ROOT, given);
        ledger.abandon(ROOT);
        return outcome == AckOutcome.COMPLETED;
    }

    private AckTreeState sendChildren(AckTreeState before, int node, long value, int copy) {
        var state = before;
        for (int child = node + 1; child < parents.length; child++) {
            if (parents[child] == node) {
                state = send(state, false, child, given(node, value, copy, child), link(node, child));
            }
        }
        return state;
    }

    private long given(int node, long value, int copy) {
        long given = 0;
        for (int child = node + 1; child < parents.length; child++) {
            if (parents[child] == node) {
                given ^= given(node, value, copy, child);
            }
        }
        return given;
    }

    /** The value that a node gives one of its children; the input has taken none that it could hand on. */
    private long given(int node, long value, int copy, int child) {
        boolean handsOn = switch (rules.values()) {
            case FRESH -> false;
            case HANDED_ON_TO_AN_ONLY_CHILD -> isFirst(node, child) && isLast(node, child);
            case HANDED_ON_TO_THE_FIRST_CHILD -> isFirst(node, child);
        };
        return handsOn && node > 0 ? value : fresh(value, copy, child);
    }

    private boolean isFirst(int node, int child) {
        return IntStream.range(node + 1, child).noneMatch(other -> parents[other] == node);
    }

    private boolean isLast(int node, int child) {
        return IntStream.range(child + 1, parents.length).noneMatch(other -> parents[other] == node);
    }

    /* As good as drawn at random, yet the same on every path to the same frame, so that equal states are equal. */
    private static long fresh(long value, int copy, int child) {
        return mix(mix(value + copy) + child);
    }

    private AckTreeState send(AckTreeState state, boolean isAck, int node, long value, int link) {
        if (!rules.numbered()) {
            return state.with(new Frame(isAck, node, value, 1, link, 0));
        }
        if (state.taken[link] < 0) {
            return state;
        }
        return state.with(new Frame(isAck, node, value, 1, link, state.sent[link]))
                .withSent(link);
    }

    private int link(int from, int to) {
        return site(from) * parents.length + site(to);
    }

    private int site(int node) {
        return rules.placement() == Placement.TOGETHER ? Math.min(node, 1) : node;
    }

    private void judgeCompletion(AckTreeState state) {
        completions++;
        if (state.processed != everyNode) {
            falseCompletions.computeIfAbsent(path.size(), length -> trace());
        }
    }

    private void judgeEnd(AckTreeState state) {
        boolean lossless = state.left.losses() > 0 && !state.anyLinkIsBroken();
        if (lossless && state.processed == everyNode) {
            stranded.computeIfAbsent(path.size(), length -> trace());
        }
    }

    private String trace() {
        return TreeShapes.shape(parents, 0) + " " + path;
    }
}
