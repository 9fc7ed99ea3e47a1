package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.plugin.Output;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The simulator is known to see what can be wrong about checkpoints, because it finds it where it is wrong on purpose.
 */
class PlantedCheckpointBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;

    /** An output whose calls go to another one. */
    private static class Passing implements Output {

        final Output output;

        Passing(Output output) {
            this.output = output;
        }

        @Override
        public int write(Object[] segments, int from, int to) throws Exception {
            return output.write(segments, from, to);
        }

        @Override
        public long settled() throws Exception {
            return output.settled();
        }

        @Override
        public Optional<String> prepare(long checkpoint) throws Exception {
            return output.prepare(checkpoint);
        }

        @Override
        public void commit(String bundle) throws Exception {
            output.commit(bundle);
        }

        @Override
        public void abort(String bundle) throws Exception {
            output.abort(bundle);
        }

        @Override
        public void seal() throws Exception {
            output.seal();
        }

        @Override
        public void close() throws IOException {
            output.close();
        }
    }

    /** Shows what it has prepared before the log says that the checkpoint is complete. */
    private static final class CommittingAtPrepare extends Passing {

        CommittingAtPrepare(Output output) {
            super(output);
        }

        @Override
        public Optional<String> prepare(long checkpoint) throws Exception {
            Optional<String> bundle = super.prepare(checkpoint);
            if (bundle.isPresent()) {
                output.commit(bundle.get());
            }
            return bundle;
        }
    }

    /** Says that something is prepared which would not survive a crash, nor anything else. */
    private static final class PreparingNothing extends Passing {

        PreparingNothing(Output output) {
            super(output);
        }

        @Override
        public Optional<String> prepare(long checkpoint) throws Exception {
            Optional<String> bundle = super.prepare(checkpoint);
            if (bundle.isPresent()) {
                output.abort(bundle.get());
            }
            return bundle;
        }
    }

    /** Never shows what was prepared. */
    private static final class ForgettingToCommit extends Passing {

        ForgettingToCommit(Output output) {
            super(output);
        }

        @Override
        public void commit(String bundle) {}
    }

    @Test
    void commitBeforeTheEntryIsFound() {
        assertThat(found(CommittingAtPrepare::new)).contains("twice");
    }

    @Test
    void ackBeforeTheBundleIsDurableIsFound() {
        assertThat(found(PreparingNothing::new)).contains("but due are");
    }

    @Test
    void bundleThatIsNotCommittedIsFound() {
        assertThat(found(ForgettingToCommit::new)).containsAnyOf("but due are", "it is not at output");
    }

    private static String found(UnaryOperator<Output> bug) {
        for (long seed = 0; seed < SEEDS_TO_FIND_A_BUG; seed++) {
            try {
                JobSimulation.runCheckpointed(
                        seed,
                        JobSimulation.FEWEST_GROUPS + (int) (seed % 3),
                        PlantedBug.NONE.outputs(bug),
                        Simulation.SILENT);
            } catch (AssertionError found) {
                System.out.println("found by seed " + seed);
                return String.valueOf(found.getMessage());
            }
        }
        return fail("nothing was found by " + SEEDS_TO_FIND_A_BUG + " seeds");
    }
}
