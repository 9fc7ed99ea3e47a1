package io.sardonyx.it.offenders.purity;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

final class StartsThreads {

    final AtomicLong count = new AtomicLong();
    final ReentrantLock lock = new ReentrantLock();
    final ThreadLocal<String> local = new ThreadLocal<>();

    ExecutorService start() {
        new Thread(count::incrementAndGet).start();
        CompletableFuture<Void> later = CompletableFuture.runAsync(lock::lock);
        later.join();
        return Executors.newCachedThreadPool();
    }

    void wakeAll() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }
}
