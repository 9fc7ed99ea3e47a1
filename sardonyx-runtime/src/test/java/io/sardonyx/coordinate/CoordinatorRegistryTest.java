package io.sardonyx.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoordinatorRegistryTest {

    private static final String ADDRESS = "memory:coordinator-registry";

    private final Store store = Stores.open(ADDRESS);
    private final Store others = Stores.open(ADDRESS);
    private final CoordinatorRegistry first = registry("first", store);
    private final CoordinatorRegistry second = registry("second", others);
    private long now;

    private static CoordinatorRegistry registry(String id, Store store) {
        return new CoordinatorRegistry(GroupId.of(id), store, CoordinatorSettings.DEFAULT.at("host-" + id));
    }

    @AfterEach
    void close() {
        store.close();
        others.close();
    }

    private static List<String> running(Store store) {
        return RunningCoordinator.all(store).toCompletableFuture().join().stream()
                .map(it -> it.id() + (it.leads() ? " leads at " : " stands by at ") + it.host())
                .toList();
    }

    private List<String> documents() {
        return store.documents()
                .names(RunningCoordinator.PREFIX)
                .toCompletableFuture()
                .join();
    }

    /**
     * Turns the first as leader or not, until something is so; each turn takes a millisecond, so that the leader sweeps
     * what one that was closed before it heard of its own document has left.
     */
    private void turnUntil(boolean leads, BooleanSupplier wish) {
        while (!wish.getAsBoolean()) {
            now += 1_000_000;
            first.turn(now, leads, -1);
            second.turn(now, false, -1);
            assertThat(Thread.interrupted()).as("takes too long").isFalse();
        }
    }

    @Test
    void tellsWhoLeadsAndWhoStandsBy() {
        turnUntil(
                true,
                () -> running(store).equals(List.of("first leads at host-first", "second stands by at host-second")));
        turnUntil(false, () -> running(store).stream().noneMatch(line -> line.contains("leads")));
        assertThat(running(store)).hasSize(2);
    }

    @Test
    void tellsHowFarItHasReadButNotForEachEvent() {
        turnUntil(true, () -> running(store).size() == 2);
        String since = leader().since();
        while (leader().position() < 7) {
            now += 1_000_000;
            first.turn(now, true, 7);
            assertThat(Thread.interrupted()).as("takes too long").isFalse();
        }
        assertThat(leader().since()).as("it has led all the time").isEqualTo(since);
        for (int turns = 0; turns < 100; turns++) {
            now += 1_000_000;
            first.turn(now, true, 8);
        }
        assertThat(leader().position()).isEqualTo(7);
    }

    private RunningCoordinator leader() {
        return RunningCoordinator.all(store).toCompletableFuture().join().stream()
                .filter(RunningCoordinator::leads)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whoEndsIsNoLongerListed() {
        turnUntil(true, () -> running(store).size() == 2);
        second.close();
        turnUntil(true, () -> documents().size() == 1);
        first.close();
        assertThat(running(others)).isEmpty();
    }

    @Test
    void theLeaderRemovesWhatTheDeadHaveLeft() {
        turnUntil(true, () -> running(store).size() == 2);
        others.close();
        assertThat(running(store)).containsExactly("first leads at host-first");
        assertThat(documents()).hasSize(2);
        while (documents().size() == 2) {
            now += 1_000_000;
            first.turn(now, true, -1);
            assertThat(Thread.interrupted()).as("takes too long").isFalse();
        }
        assertThat(documents()).containsExactly("coordinators/first");
    }
}
