package io.sardonyx.artemis;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;

/** Executor of tasks one after the other, in order, on threads of a pool; holds a thread only while there are tasks. */
final class SerialExecutor implements Executor {

    private final Executor pool;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean running;

    SerialExecutor(Executor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (waiting) {
            waiting.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        pool.execute(this::run);
    }

    private void run() {
        while (true) {
            Runnable task;
            synchronized (waiting) {
                task = waiting.poll();
                if (task == null) {
                    running = false;
                    return;
                }
            }
            task.run();
        }
    }
}
