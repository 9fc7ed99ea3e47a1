package io.sardonyx.it.offenders.purity;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

final class TakesChances {

    List<Object> chances() {
        var shuffled = new ArrayList<>(List.of(1, 2));
        Collections.shuffle(shuffled);
        return List.of(
                new Random(1),
                new SplittableRandom(1),
                new SecureRandom(),
                ThreadLocalRandom.current(),
                Math.random(),
                UUID.randomUUID(),
                RandomGenerator.of("L64X128MixRandom"),
                shuffled);
    }
}
