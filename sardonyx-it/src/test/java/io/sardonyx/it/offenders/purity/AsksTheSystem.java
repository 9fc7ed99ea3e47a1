package io.sardonyx.it.offenders.purity;

import java.util.List;

final class AsksTheSystem {

    List<Object> ask() {
        System.out.println("out");
        System.err.println("err");
        return List.of(
                System.currentTimeMillis(),
                System.nanoTime(),
                System.getenv(),
                String.valueOf(System.getProperty("user.dir")),
                System.identityHashCode(this),
                Boolean.getBoolean("some.flag"));
    }

    void exit() {
        System.exit(1);
    }
}
