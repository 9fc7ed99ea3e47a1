package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The simulator is known to see, because it finds what is wrong on purpose. */
class PlantedBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;

    private static int groups(long seed) {
        return 1 + (int) (seed % 3);
    }

    /** A group that skips self-eviction acts on although its session is lost. */
    private static Store blindToLoss(Store store) {
        return new TamperedStore(store) {
            @Override
            Lease tinker(Lease lease) {
                return new Blind(lease);
            }
        };
    }

    @Test
    void aGroupThatIgnoresTheLossOfItsSessionIsFound() {
        assertThat(found(PlantedBugsTest::blindToLoss)).contains("whose session is over");
    }

    /** An outbox that takes a lost answer for success drops what it had to append. */
    @Test
    void anOutboxThatTakesSilenceForSuccessIsFound() {
        found(store -> new TamperedStore(store) {
            @Override
            CompletionStage<Long> tinker(CompletionStage<Long> append) {
                return append.exceptionally(failure -> 0L);
            }
        });
    }

    /** A log that is trimmed before the origin is durable leaves the origin that was stored before. */
    @Test
    void anOriginThatIsOlderThanItSaysIsFound() {
        found(store -> new TamperedStore(store) {
            @Override
            CompletionStage<Boolean> rebase(Log log, Origin origin) {
                return log.origin()
                        .thenCompose(old -> log.rebase(
                                new Origin(origin.position(), old.orElse(origin).state())));
            }
        });
    }

    /** A group that believes every pulse it watches never reports a death. */
    @Test
    void aGroupThatNeverSeesADeathIsFound() {
        assertThat(found(store -> new TamperedStore(store) {
                    @Override
                    boolean tinker(boolean held) {
                        return true;
                    }
                }))
                .contains("did not converge");
    }

    private static String found(UnaryOperator<Store> bug) {
        for (long seed = 0; seed < SEEDS_TO_FIND_A_BUG; seed++) {
            try {
                Simulation.run(Storm.of(seed, groups(seed)), bug, Simulation.SILENT);
            } catch (AssertionError broken) {
                System.out.println("found by seed " + seed + ": "
                        + broken.getMessage().lines().findFirst().orElse(""));
                return broken.getMessage();
            }
        }
        return fail("no seed below " + SEEDS_TO_FIND_A_BUG + " found the planted bug");
    }

    @Test
    void whatIsFoundIsShrunkAndTold() {
        FailureReport investigation = FailureReport.ofGroups(PlantedBugsTest::blindToLoss);
        Storm smallest = investigation.smallest(2, groups(2));
        assertThat(smallest.groups()).isEqualTo(1);
        assertThat(smallest.strikes()).hasSizeLessThanOrEqualTo(2);
        assertThat(smallest.mishaps()).isEmpty();
        assertThat(investigation.tell(2, groups(2)))
                .contains("./sardonyx sim --seed 2 --groups 3 --verbose", smallest.toString(), "whose session is over");
    }
}
