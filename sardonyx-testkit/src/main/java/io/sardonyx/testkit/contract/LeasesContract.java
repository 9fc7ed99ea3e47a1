package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Lease.Standing;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Contract tests for {@link Leases} and {@link Lease}: mutual exclusion, fencing tokens, release and watches. */
public abstract class LeasesContract extends StoreContract {

    private Leases mine() {
        return here().leases();
    }

    private Leases others() {
        return there().leases();
    }

    @Test
    void aNameHasOneHolder() {
        Lease lease = claimed(mine(), "n");
        assertEquals(Standing.HELD, lease.standing());
        assertTrue(answer(others().claim("n", "b")).isEmpty());
        assertTrue(answer(mine().isHeld("n")));
        assertTrue(answer(others().isHeld("n")));
        assertEquals(Standing.HELD, lease.standing());
    }

    @Test
    void oneProcessDoesNotHoldANameTwice() {
        Lease lease = claimed(mine(), "n");
        assertTrue(answer(mine().claim("n", "a")).isEmpty());
        assertTrue(answer(mine().claim("n", "other peer of the process")).isEmpty());
        assertTrue(answer(others().claim("n", "b")).isEmpty());
        assertEquals(Standing.HELD, lease.standing());
    }

    @Test
    void namesDoNotDependOnEachOther() {
        Lease a = claimed(mine(), "a");
        Lease b = claimed(others(), "b");
        a.close();
        assertEquals(Standing.HELD, b.standing());
        eventually("a was free", () -> !answer(others().isHeld("a")));
        assertTrue(answer(mine().isHeld("b")));
        assertFalse(answer(mine().isHeld("never claimed")));
    }

    @Test
    void closingGivesTheNameBack() {
        Lease lease = claimed(mine(), "n");
        lease.close();
        assertEquals(Standing.LOST, lease.standing());
        eventually("the name was free", () -> !answer(others().isHeld("n")));
        assertEquals(Standing.HELD, eventuallyClaimed(others(), "n").standing());
    }

    @Test
    void closingAgainDoesNotTakeTheNameFromTheNextHolder() {
        Lease first = claimed(mine(), "n");
        first.close();
        Lease second = eventuallyClaimed(others(), "n");
        first.close();
        assertTrue(answer(mine().claim("n", "a")).isEmpty());
        assertTrue(answer(others().isHeld("n")));
        assertEquals(Standing.HELD, second.standing());
        assertEquals(Standing.LOST, first.standing());
    }

    @Test
    void theFenceGrowsWithEveryTenure() {
        long last = Long.MIN_VALUE;
        for (int tenure = 0; tenure < 8; tenure++) {
            try (Lease lease = eventuallyClaimed(tenure % 2 == 0 ? mine() : others(), "n")) {
                assertTrue(lease.fence() > last, "fence " + lease.fence() + " after " + last);
                last = lease.fence();
            }
        }
        try (Lease lease = eventuallyClaimed(open().leases(), "n")) {
            assertTrue(lease.fence() > last, "also for one who opened later");
            assertEquals(lease.fence(), lease.fence());
        }
    }

    @Test
    void ofConcurrentClaimsOneIsGranted() {
        List<Leases> sides = List.of(mine(), others(), open().leases());
        for (int round = 0; round < 10; round++) {
            String name = "n" + round;
            List<CompletionStage<Optional<Lease>>> claims = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                claims.add(sides.get(i % 3).claim(name, "h" + i));
            }
            List<Lease> granted =
                    claims.stream().map(this::answer).flatMap(Optional::stream).toList();
            assertEquals(1, granted.size());
            assertEquals(Standing.HELD, granted.get(0).standing());
        }
    }

    @Test
    void closingTheStoreGivesAllNamesBack() {
        Lease a = claimed(mine(), "a");
        Lease b = claimed(mine(), "b");
        Lease kept = claimed(others(), "c");
        here().close();
        assertEquals(List.of(Standing.LOST, Standing.LOST), List.of(a.standing(), b.standing()));
        eventuallyClaimed(others(), "a");
        eventuallyClaimed(others(), "b");
        assertEquals(Standing.HELD, kept.standing());
        a.close();
        assertTrue(answer(others().isHeld("a")));
    }

    @Test
    void theNamesOfACrashedProcessBecomeFree() {
        Store doomed = open();
        Lease lease = claimed(doomed.leases(), "n");
        long fence = lease.fence();
        Lease kept = claimed(mine(), "kept");
        var nudges = new NudgeCounter();
        keep(others().onFree("n", nudges));
        crash(doomed);
        eventually("the name was free", () -> !answer(others().isHeld("n")));
        eventually("a nudge came", () -> nudges.count() > 0);
        assertTrue(eventuallyClaimed(others(), "n").fence() > fence);
        assertEquals(Standing.HELD, kept.standing());
    }

    @Test
    void whoWaitsForAFreeNameIsNudgedAtOnce() {
        var nudges = new NudgeCounter();
        keep(mine().onFree("n", nudges));
        eventually("a nudge came", () -> nudges.count() > 0);
        eventuallyClaimed(others(), "n").close();
        var again = new NudgeCounter();
        keep(mine().onFree("n", again));
        eventually("a nudge came", () -> again.count() > 0);
    }

    @Test
    void whoWaitsForAHeldNameIsNudgedWhenItIsGivenBack() {
        for (Leases waiting : List.of(mine(), others())) {
            Lease lease = eventuallyClaimed(mine(), "n");
            var nudges = new NudgeCounter();
            keep(waiting.onFree("n", nudges));
            lease.close();
            eventually("a nudge came", () -> nudges.count() > 0);
            eventuallyClaimed(waiting, "n").close();
        }
    }

    @Test
    void whoWaitsIsNudgedAfterEveryTenure() {
        var nudges = new NudgeCounter();
        keep(others().onFree("n", nudges));
        for (int tenure = 0; tenure < 4; tenure++) {
            Lease lease = eventuallyClaimed(mine(), "n");
            int before = nudges.count();
            lease.close();
            eventually("a nudge came", () -> nudges.count() > before);
        }
    }

    @Test
    void aWatchForAFreeNameMayBeClosedAgain() {
        Lease lease = claimed(mine(), "n");
        var closed = new NudgeCounter();
        var open = new NudgeCounter();
        Watch watch = others().onFree("n", closed);
        keep(others().onFree("n", open));
        watch.close();
        watch.close();
        lease.close();
        eventually("the open watch was nudged", () -> open.count() > 0);
    }

    @Test
    void theHolderIsNudgedWhenItsStandingChanges() {
        Lease lease = claimed(mine(), "n");
        var nudges = new NudgeCounter();
        Watch watch = lease.onChange(nudges);
        here().close();
        assertEquals(Standing.LOST, lease.standing());
        eventually("a nudge came", () -> nudges.count() > 0);
        watch.close();
        watch.close();
    }

    @Test
    void whatIsLostNeverComesBack() {
        Lease lost = claimed(mine(), "n");
        lost.close();
        for (int tenure = 0; tenure < 3; tenure++) {
            try (Lease next = eventuallyClaimed(mine(), "n")) {
                assertEquals(Standing.HELD, next.standing());
                assertEquals(Standing.LOST, lost.standing());
                assertNotEquals(lost.fence(), next.fence());
            }
        }
        assertEquals(Standing.LOST, lost.standing());
    }

    @Test
    void aClosedOpeningRefusesAndTheOtherGoesOn() {
        Leases leases = mine();
        here().close();
        assertRefused(() -> leases.claim("n", "a"));
        assertRefused(() -> leases.isHeld("n"));
        assertEquals(Standing.HELD, claimed(others(), "n").standing());
    }

    private Lease claimed(Leases leases, String name) {
        return answer(leases.claim(name, "holder")).orElseThrow();
    }

    /** Claims a lease with retries, since a release may take a moment to become visible everywhere. */
    private Lease eventuallyClaimed(Leases leases, String name) {
        List<Lease> claimed = new ArrayList<>();
        eventually(name + " could be claimed", () -> {
            answer(leases.claim(name, "holder")).ifPresent(claimed::add);
            return !claimed.isEmpty();
        });
        return claimed.get(0);
    }
}
