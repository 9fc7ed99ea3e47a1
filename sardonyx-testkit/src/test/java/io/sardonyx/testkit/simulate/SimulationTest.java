package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The production groups survive every storm, and the simulator is known to see when they would not. */
class SimulationTest {

    private static final int SEEDS = 1_000;
    private static final int CAMPAIGN_SEEDS = Integer.getInteger("sardonyx.seeds", 20_000);
    private static final int SEEDS_TO_FIND_A_BUG = 200;

    @Test
    void everySeedStaysSafeAndConverges() {
        weather(0, SEEDS);
    }

    @Tag("campaign")
    @Test
    void manyMoreSeedsStaySafeAndConverge() {
        weather(1_000_000, CAMPAIGN_SEEDS);
    }

    private static void weather(long firstSeed, int seeds) {
        Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
        long turns = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            var outcome = Simulation.run(seed, 3 + (int) (seed % 3));
            outcome.faults().forEach((kind, count) -> faults.merge(kind, count, Integer::sum));
            assertThat(outcome.turns()).as("turns of seed " + seed).isGreaterThanOrEqualTo(2_000);
            assertThat(outcome.faults().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum())
                    .as("faults of seed " + seed)
                    .isGreaterThanOrEqualTo(5);
            turns += outcome.turns();
        }
        System.out.printf("seeds %d to %d, %,d turns, faults %s%n", firstSeed, firstSeed + seeds - 1, turns, faults);
        assertThat(faults).containsOnlyKeys(FaultKind.values());
    }

    @Test
    void oneOrTwoGroupsConvergeToo() {
        for (long seed = 0; seed < 100; seed++) {
            Simulation.run(seed, 1 + (int) (seed % 2));
        }
    }

    @Test
    void theSameSeedIsTheSameRun() {
        assertThat(Simulation.run(7, 4)).isEqualTo(Simulation.run(7, 4));
    }

    /** A group that goes on although its session is lost. */
    @Test
    void aGroupThatIgnoresTheLossOfItsSessionIsFound() {
        assertFound(store -> new Tinkered(store) {
            @Override
            Lease tinker(Lease lease) {
                return new TinkeredLease(lease);
            }
        });
    }

    /** An outbox that takes a lost answer for success. */
    @Test
    void anOutboxThatTakesSilenceForSuccessIsFound() {
        assertFound(store -> new Tinkered(store) {
            @Override
            CompletionStage<Long> tinker(CompletionStage<Long> append) {
                return append.exceptionally(failure -> 0L);
            }
        });
    }

    /** A group that believes every pulse it watches. */
    @Test
    void aGroupThatNeverSeesADeathIsFound() {
        assertFound(store -> new Tinkered(store) {
            @Override
            boolean tinker(boolean held) {
                return true;
            }
        });
    }

    private static void assertFound(UnaryOperator<Store> bug) {
        for (long seed = 0; seed < SEEDS_TO_FIND_A_BUG; seed++) {
            try {
                Simulation.run(seed, 1 + (int) (seed % 3), bug);
            } catch (AssertionError found) {
                System.out.println("found by seed " + seed);
                return;
            }
        }
        fail("no seed below " + SEEDS_TO_FIND_A_BUG + " found the planted bug");
    }

    /** A store that passes everything on, but for what a test bends. */
    private static class Tinkered implements Store {

        private final Store store;

        Tinkered(Store store) {
            this.store = store;
        }

        Lease tinker(Lease lease) {
            return lease;
        }

        CompletionStage<Long> tinker(CompletionStage<Long> append) {
            return append;
        }

        boolean tinker(boolean held) {
            return held;
        }

        @Override
        public Log log(String name) {
            Log log = store.log(name);
            return new Log() {
                @Override
                public CompletionStage<Long> append(List<byte[]> entries) {
                    return tinker(log.append(entries));
                }

                @Override
                public CompletionStage<Slice> read(long from, int limit) {
                    return log.read(from, limit);
                }

                @Override
                public CompletionStage<Optional<Origin>> origin() {
                    return log.origin();
                }

                @Override
                public CompletionStage<Boolean> rebase(Origin origin) {
                    return log.rebase(origin);
                }

                @Override
                public Watch onAppend(Runnable nudge) {
                    return log.onAppend(nudge);
                }
            };
        }

        @Override
        public Documents documents() {
            return store.documents();
        }

        @Override
        public Leases leases() {
            Leases leases = store.leases();
            return new Leases() {
                @Override
                public CompletionStage<Optional<Lease>> claim(String name, String holder) {
                    return leases.claim(name, holder).thenApply(claimed -> claimed.map(Tinkered.this::tinker));
                }

                @Override
                public CompletionStage<Boolean> isHeld(String name) {
                    return leases.isHeld(name).thenApply(Tinkered.this::tinker);
                }

                @Override
                public Watch onFree(String name, Runnable nudge) {
                    return leases.onFree(name, nudge);
                }
            };
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private record TinkeredLease(Lease lease) implements Lease {

        @Override
        public long fence() {
            return lease.fence();
        }

        @Override
        public Standing standing() {
            return Standing.HELD;
        }

        @Override
        public Watch onChange(Runnable nudge) {
            return lease.onChange(nudge);
        }

        @Override
        public void close() {
            lease.close();
        }
    }
}
