package io.sardonyx.testkit.explore;

import java.util.Arrays;
import java.util.List;

/**
 * Symmetry reduction: renames configurations by the permutations of a model, and encodes each in a canonical form, so
 * that configurations which differ only by names are one.
 *
 * <p>That is sound if renaming commutes with every transition. Transitions are made of what {@link FoldCache} answers
 * (states after steps, reactions, duties) and of bookkeeping that treats all actors alike; so each answer is compared,
 * once, with that for the renamed question. An exploration that ends has checked this for all its states.
 *
 * <p>Partial-order reduction goes together with it: a read without effect commutes with all transitions of others,
 * whatever the names, so it does not matter which of several is taken first.
 */
final class Renaming<S> {

    private final FoldCache<S> kernel;
    private final List<int[]> permutations;
    private final ModelState renamed;
    private final byte[] other;

    Renaming(FoldCache<S> kernel, Model<S> world, FaultBounds faults, boolean symmetric, int length) {
        this.kernel = kernel;
        this.permutations = symmetric ? world.symmetry().permutations() : List.of();
        this.renamed = new ModelState(world.actors().size(), faults.backlog());
        this.other = new byte[length];
    }

    /** Encodes the configuration or one of its renamings, whichever encoding is least, and returns the length. */
    int encode(ModelState now, byte[] buffer) {
        int length = now.encode(buffer);
        for (int p = 0; p < permutations.size(); p++) {
            rename(now, p);
            int otherLength = renamed.encode(other);
            if (Arrays.compareUnsigned(other, 0, otherLength, buffer, 0, length) < 0) {
                System.arraycopy(other, 0, buffer, 0, otherLength);
                length = otherLength;
            }
        }
        return length;
    }

    private void rename(ModelState now, int p) {
        int[] permutation = permutations.get(p);
        renamed.copy(now);
        renamed.base = kernel.renamedState(now.base, p);
        renamed.pulses = renamed(now.pulses, permutation);
        for (int i = 0; i < now.unread; i++) {
            renamed.log[i] = kernel.renamedStep(now.log[i], p);
        }
        for (int a = 0; a < now.actors; a++) {
            int to = permutation[a];
            renamed.status[to] = now.status[a];
            renamed.read[to] = now.read[a];
            renamed.queued[to] = now.queued[a];
            for (int i = 0; i < now.queued[a]; i++) {
                renamed.outbox[to][i] = kernel.renamedStep(now.outbox[a][i], p);
            }
        }
    }

    /** A set of actors under other names. */
    static int renamed(int actors, int[] permutation) {
        int mask = 0;
        for (int a = 0; a < permutation.length; a++) {
            mask |= (actors >> a & 1) << permutation[a];
        }
        return mask;
    }
}
