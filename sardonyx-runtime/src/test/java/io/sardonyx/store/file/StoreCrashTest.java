package io.sardonyx.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What a directory store has acknowledged is there whatever the disk forgets. */
class StoreCrashTest {

    private static final int SEEDS = 300;
    private static final int MOST_SEEDS = 10_000;

    /* A store waits for its thread most of the time, so several take little longer than one. */
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(8);

    @AfterAll
    static void close() {
        THREADS.shutdownNow();
    }

    /** The results in the order of what they are of. */
    private static <T, R> List<R> each(List<T> all, Function<T, R> work) {
        return all.stream().map(one -> CompletableFuture.supplyAsync(() -> work.apply(one), THREADS)).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }

    /** From where anything is forced by stores of which nothing is lost. */
    private static Set<String> lived(int seed) {
        var crashes = new StoreCrashes(seed, "");
        assertThat(crashes.run()).as("seed " + seed).isEmpty();
        return crashes.sites();
    }

    @Test
    void nothingAcknowledgedIsLostAndEveryForceIsMissedWhenItIsIgnored() {
        List<Integer> seeds = IntStream.range(0, SEEDS).boxed().toList();
        TreeSet<String> sites = each(seeds, StoreCrashTest::lived).stream()
                .flatMap(Set::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(sites).hasSize(16);
        List<String> missed = each(List.copyOf(sites), site -> isNoticed(site) ? "" : site);
        assertThat(missed).as("forces that nobody misses").containsOnly("");
    }

    private static boolean isNoticed(String site) {
        for (int seed = 0; seed < MOST_SEEDS; seed++) {
            if (!new StoreCrashes(seed, site).run().isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
