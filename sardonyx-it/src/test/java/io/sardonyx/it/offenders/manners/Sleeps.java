package io.sardonyx.it.offenders.manners;

import java.util.concurrent.TimeUnit;

final class Sleeps {

    void sleep() throws InterruptedException {
        Thread.sleep(1);
        TimeUnit.MILLISECONDS.sleep(1);
    }
}
