package io.sardonyx.testkit.explore;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.log.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Memoization of the production fold: each distinct call of steps and duties is made once. States and steps are
 * interned as numbers in the order in which they appear; results are cached as numbers or short arrays.
 */
final class FoldCache<S> {

    private static final int MAX_STATES = 1 << 26;
    private static final int MAX_STEPS = 255;
    private static final int[] NONE = {};

    private final Model<S> world;
    private final Map<S, Integer> stateIds = new HashMap<>();
    private final List<S> states = new ArrayList<>();
    private final Map<Step<S>, Integer> stepIds = new HashMap<>();
    private final List<Step<S>> steps = new ArrayList<>();
    private final List<List<String>> violations = new ArrayList<>();

    /** State after a step, by state, step and position. */
    private final LongIntTable applied = new LongIntTable();
    /** Index into {@link #reactions}, by state, step, position and actor. */
    private final LongIntTable reacted = new LongIntTable();
    /** Whether a step is moot, by state and step. */
    private final LongIntTable moot = new LongIntTable();
    /** Index into {@link #standings}, by state, pulses and actor. */
    private final LongIntTable stood = new LongIntTable();

    /** Number of the renamed state, by state and permutation. */
    private final LongIntTable renamedStates = new LongIntTable();
    /** Number of the renamed step, by step and permutation. */
    private final LongIntTable renamedSteps = new LongIntTable();

    private final Symmetry<S> symmetry;
    private final List<int[]> permutations;
    private final List<int[]> reactions = new ArrayList<>();
    private final List<Standing> standings = new ArrayList<>();

    FoldCache(Model<S> world) {
        this.world = world;
        this.symmetry = world.symmetry();
        this.permutations = symmetry.permutations();
    }

    Model<S> world() {
        return world;
    }

    /** Duties of an actor in a state, as numbers. */
    static final class Standing {
        final int watches;
        final int[] owed;
        final int[] possible;
        final boolean evicted;

        Standing(int watches, int[] owed, int[] possible, boolean evicted) {
            this.watches = watches;
            this.owed = owed;
            this.possible = possible;
            this.evicted = evicted;
        }

        /** Whether the actor's duties are equal in both states. */
        boolean asksTheSameAs(Standing other) {
            return watches == other.watches
                    && evicted == other.evicted
                    && Arrays.equals(owed, other.owed)
                    && Arrays.equals(possible, other.possible);
        }
    }

    /** Interns a state in its normal form, and checks its invariants when it is new. */
    int state(S found) {
        S state = world.normalForm(found);
        Integer known = stateIds.get(state);
        if (known != null) {
            return known;
        }
        if (states.size() == MAX_STATES) {
            throw new IllegalStateException("more than " + MAX_STATES + " distinct replicas: choose a smaller world");
        }
        stateIds.put(state, states.size());
        states.add(state);
        violations.add(world.violations(state));
        return states.size() - 1;
    }

    S state(int id) {
        return states.get(id);
    }

    int distinctStates() {
        return states.size();
    }

    List<String> violations(int state) {
        return violations.get(state);
    }

    /** Interns a step. */
    int step(Step<S> step) {
        Integer known = stepIds.get(step);
        if (known != null) {
            return known;
        }
        if (steps.size() == MAX_STEPS) {
            throw new IllegalStateException("more than " + MAX_STEPS + " distinct steps: choose a smaller world");
        }
        stepIds.put(step, steps.size());
        steps.add(step);
        return steps.size() - 1;
    }

    Step<S> step(int id) {
        return steps.get(id);
    }

    /** The state after a step; checks the invariants of the transition when it is new. */
    int apply(int state, int step, int position) {
        long key = key(state, step, position, 0);
        int known = applied.get(key);
        if (known >= 0) {
            return known;
        }
        S before = states.get(state);
        S value = steps.get(step).apply(before, position);
        int after = state(value);
        applied.putIfAbsent(key, after);
        List<String> broken = world.violations(before, value);
        if (!broken.isEmpty()) {
            violations.set(after, broken);
        }
        for (int p = 0; p < permutations.size(); p++) {
            int renamed = apply(renamedState(state, p), renamedStep(step, p), position);
            check(renamed == renamedState(after, p), "what follows", steps.get(step));
        }
        return after;
    }

    int renamedState(int state, int permutation) {
        long key = key(state, permutation, 0, 0);
        int known = renamedStates.get(key);
        if (known < 0) {
            known = state(symmetry.renamed(states.get(state), permutations.get(permutation)));
            renamedStates.putIfAbsent(key, known);
        }
        return known;
    }

    int renamedStep(int step, int permutation) {
        long key = key(step, permutation, 0, 0);
        int known = renamedSteps.get(key);
        if (known < 0) {
            known = step(symmetry.renamed(steps.get(step), permutations.get(permutation)));
            renamedSteps.putIfAbsent(key, known);
        }
        return known;
    }

    private int[] renamedSteps(int[] all, int permutation) {
        return Arrays.stream(all).map(step -> renamedStep(step, permutation)).toArray();
    }

    /** Whether the same steps are given, whatever their order. */
    private static boolean areSame(int[] some, int[] others) {
        return Arrays.equals(
                Arrays.stream(some).sorted().toArray(),
                Arrays.stream(others).sorted().toArray());
    }

    /** Stops the search when a claimed symmetry is none. */
    private static void check(boolean commutes, String what, Object about) {
        if (!commutes) {
            throw new IllegalStateException("names matter, so symmetry is unsound: " + what + " of " + about);
        }
    }

    /**
     * Steps that an actor appends at once after reading an entry. Those after a back-off are left out, since by then
     * they are owed and found as duties.
     */
    int[] reactions(int state, int step, int position, int actor) {
        long key = key(state, step, position, actor + 1);
        int known = reacted.get(key);
        if (known < 0) {
            known = reactions.size();
            reactions.add(computeReactions(state, step, position, actor));
            reacted.putIfAbsent(key, known);
            for (int p = 0; p < permutations.size(); p++) {
                int[] renamed = reactions(
                        renamedState(state, p),
                        renamedStep(step, p),
                        position,
                        permutations.get(p)[actor]);
                check(Arrays.equals(renamed, renamedSteps(reactions.get(known), p)), "reactions", steps.get(step));
            }
        }
        return reactions.get(known);
    }

    private int[] computeReactions(int state, int step, int position, int actor) {
        S before = states.get(state);
        S applied = steps.get(step).apply(before, position);
        return steps
                .get(step)
                .reactions(new Change<>(before, applied), world.actors().get(actor))
                .stream()
                .filter(reaction -> !reaction.afterBackOff())
                .map(Reaction::step)
                .mapToInt(this::step)
                .toArray();
    }

    boolean isMoot(int state, int step) {
        long key = key(state, step, 0, 0);
        int known = moot.get(key);
        if (known < 0) {
            known = world.isMoot(states.get(state), steps.get(step)) ? 1 : 0;
            moot.putIfAbsent(key, known);
            for (int p = 0; p < permutations.size(); p++) {
                boolean renamed = isMoot(renamedState(state, p), renamedStep(step, p));
                check(renamed == (known == 1), "mootness", steps.get(step));
            }
        }
        return known == 1;
    }

    Standing standing(int state, int actor, int pulses) {
        long key = key(state, pulses, 0, actor + 1);
        int known = stood.get(key);
        if (known < 0) {
            S value = states.get(state);
            known = standings.size();
            boolean evicted = world.isEvicted(value, actor);
            standings.add(new Standing(
                    world.watches(value, actor, pulses),
                    evicted ? NONE : ids(world.owed(value, actor, pulses)),
                    evicted ? NONE : ids(world.possible(value, actor, pulses)),
                    evicted));
            stood.putIfAbsent(key, known);
            for (int p = 0; p < permutations.size(); p++) {
                checkDuties(standings.get(known), state, actor, pulses, p);
            }
        }
        return standings.get(known);
    }

    private void checkDuties(Standing standing, int state, int actor, int pulses, int p) {
        int[] permutation = permutations.get(p);
        var other = standing(renamedState(state, p), permutation[actor], Renaming.renamed(pulses, permutation));
        boolean owesTheSame = world.isAnyOwedFirst()
                ? areSame(other.owed, renamedSteps(standing.owed, p))
                : Arrays.equals(other.owed, renamedSteps(standing.owed, p));
        check(
                owesTheSame
                        && areSame(other.possible, renamedSteps(standing.possible, p))
                        && other.watches == Renaming.renamed(standing.watches, permutation)
                        && other.evicted == standing.evicted,
                "duties",
                world.actors().get(actor));
    }

    private int[] ids(List<? extends Step<S>> list) {
        return list.stream().mapToInt(this::step).toArray();
    }

    /** Packs cache keys; bit 62 makes every key non-zero. A state has up to 26 bits, the others 8 each. */
    private static long key(int state, int second, int third, int fourth) {
        return 1L << 62 | (long) state << 24 | (long) second << 16 | (long) third << 8 | fourth;
    }
}
