package io.sardonyx.it.offenders.purity;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.function.Supplier;

final class ReadsTheClock {

    Clock clock;
    InstantSource source;
    Date date;

    List<Object> now() {
        Supplier<Instant> byReference = Instant::now;
        return List.of(Instant.now(), LocalDate.now(ZoneOffset.UTC), byReference.get());
    }
}
