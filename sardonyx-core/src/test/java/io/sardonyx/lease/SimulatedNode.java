package io.sardonyx.lease;

import java.util.Optional;
import java.util.Random;

/** A process that wants the lock: clocks of its own, a network that loses and delays, pauses at the worst moments. */
final class SimulatedNode {

    static final long LEASE_MILLIS = 10_000;
    static final long LEASE_NANOS = LeaseLength.nanos(LEASE_MILLIS);

    /** Mistakes that somebody might make, to see that the simulation would notice. */
    enum Plant {
        NONE,
        EXPIRE_DECIDES,
        DEADLINE_COUNTS_FROM_THE_ANSWER
    }

    private final SimulatedTime time;
    private final SimulatedStore store;
    private final Random random;
    private final Faults faults;
    private final Plant plant;

    private final double rate;
    private final long origin;
    private final long wallOffsetMillis;

    private Contender contender;
    private boolean crashed;
    private long pausedUntil;
    private long callNumber;
    private long callGivenUpAt;

    SimulatedNode(LeaseSimulation simulation, String token, double rate) {
        this.time = simulation.time();
        this.store = simulation.store();
        this.random = simulation.random();
        this.faults = simulation.faults();
        this.plant = simulation.plant();
        this.rate = rate;
        this.origin = random.nextLong();
        this.wallOffsetMillis = (long) ((random.nextDouble() - 0.5) * 20 * 3_600_000);
        this.contender = Contender.of("leader", new Candidate(token, LEASE_MILLIS));
        turnLater();
    }

    Moment now() {
        return new Moment(
                origin + (long) (time.nowNanos() * rate),
                1_800_000_000_000L + time.nowNanos() / 1_000_000 + wallOffsetMillis);
    }

    /** Whether it would act right now if it got to run; a paused process asks its clock as soon as it wakes. */
    boolean mayAct() {
        return !crashed && contender.mayActAt(now().nanos());
    }

    void crash() {
        crashed = true;
    }

    String token() {
        return contender.self().token();
    }

    private void turnLater() {
        time.after((long) (LEASE_NANOS * (0.02 + 0.1 * random.nextDouble())), () -> whenRunning(this::turn));
    }

    private void whenRunning(Runnable action) {
        if (crashed) {
            return;
        }
        long wait = pausedUntil - time.nowNanos();
        if (wait > 0) {
            time.after(wait, () -> whenRunning(action));
        } else {
            action.run();
        }
    }

    private void turn() {
        turnLater();
        if (random.nextDouble() < faults.pause()) {
            pausedUntil = time.nowNanos() + (long) (random.nextDouble() * 3 * LEASE_NANOS);
        }
        var held = contender.tenure().filter(tenure -> tenure.mayActAt(now().nanos()));
        if (held.isPresent()) {
            /* Checked, then perhaps stopped before it acts: only the fence helps against that. */
            whenRunning(() -> message(() -> store.effect(token(), held.get().fence())));
        }
        whenRunning(this::callStore);
    }

    private void callStore() {
        if (time.nowNanos() < callGivenUpAt) {
            return;
        }
        long number = ++callNumber;
        callGivenUpAt = time.nowNanos() + (long) (0.25 * LEASE_NANOS);
        var write = whim().or(this::plantedTakeover).or(() -> contender.next(now()));
        if (write.isPresent()) {
            write(number, write.get());
        } else {
            read(number);
        }
    }

    private Optional<Contender.Attempt> whim() {
        return switch (random.nextInt(100)) {
            case 0 -> contender.release(now());
            case 1 -> contender.raise(store.document().fence() + random.nextInt(5), now());
            default -> Optional.empty();
        };
    }

    private void read(long number) {
        message(() -> {
            long version = store.version();
            var document = store.document();
            answer(number, () -> contender = contender.saw(version, document, now().nanos()));
        });
    }

    private void write(long number, Contender.Attempt attempt) {
        contender = contender.sent(attempt);
        message(() -> {
            var version = store.write(attempt.seenVersion(), attempt.next());
            answer(number, () -> {
                contender = version.isPresent()
                        ? contender.succeeded(attempt, version.getAsLong(), now().nanos())
                        : contender.refused(attempt);
                plantedDeadline();
            });
        });
    }

    private void answer(long number, Runnable action) {
        message(() -> whenRunning(() -> {
            if (number == callNumber && time.nowNanos() < callGivenUpAt) {
                callGivenUpAt = 0;
                action.run();
            }
        }));
    }

    private void message(Runnable arrival) {
        if (random.nextDouble() >= faults.loss()) {
            double leases = random.nextDouble() < faults.delay() ? 3 * random.nextDouble() : 0.02 * random.nextDouble();
            time.after((long) (leases * LEASE_NANOS), arrival);
        }
    }

    private Optional<Contender.Attempt> plantedTakeover() {
        return plant != Plant.EXPIRE_DECIDES
                ? Optional.empty()
                : contender.sighting().filter(this::looksExpiredByTheCalendar).map(seen -> {
                    var next = new LockDocument(
                            token(),
                            now().wallMillis() + LEASE_MILLIS,
                            LEASE_MILLIS,
                            seen.document().fence() + 1);
                    return new Contender.Attempt(seen.name(), seen.version(), next, now().nanos());
                });
    }

    private boolean looksExpiredByTheCalendar(Sighting<LockDocument> seen) {
        var document = seen.document();
        return !document.isHeldBy(token()) && now().wallMillis() > document.expireMillis();
    }

    private void plantedDeadline() {
        if (plant == Plant.DEADLINE_COUNTS_FROM_THE_ANSWER) {
            var late = contender
                    .tenure()
                    .map(held -> new HeldLease(
                            held.name(),
                            held.holder(),
                            held.fence(),
                            held.version(),
                            now().nanos(),
                            held.leaseMillis()));
            contender =
                    new Contender(contender.name(), contender.self(), contender.sighting(), late, contender.attempt());
        }
    }
}
