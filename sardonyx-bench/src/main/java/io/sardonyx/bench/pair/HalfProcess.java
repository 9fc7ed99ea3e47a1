package io.sardonyx.bench.pair;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** One of the processes: does what the lines of its standard input say, and answers each with one. */
final class HalfProcess {

    private final Half half;
    private @Nullable Trial trial;
    private Future<?> running = CompletableFuture.completedFuture(null);

    private HalfProcess(Half half) {
        this.half = half;
    }

    /** Takes the class of the half. */
    public static void main(String[] args) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // whatever an engine has to say is no answer
        ProcessHandle.current().parent().ifPresent(HalfProcess::endWith);
        var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        try (Half half =
                Class.forName(args[0]).asSubclass(Half.class).getConstructor().newInstance()) {
            var process = new HalfProcess(half);
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                answers.println(process.answer(order.split(" ", -1)));
                answers.flush();
            }
        }
        System.exit(0); // an engine's threads may linger
    }

    /** Nobody is left behind by one that was killed. */
    private static void endWith(ProcessHandle parent) {
        var watch = new Thread(
                () -> {
                    parent.onExit().join();
                    Runtime.getRuntime().halt(1);
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** The trial, in a thread of its own, so that orders are answered meanwhile. */
    private Future<?> started() throws IOException {
        Trial ready = trial;
        if (ready == null) {
            throw new IOException("nothing to run");
        }
        var task = new FutureTask<@Nullable Void>(() -> {
            half.run(ready);
            return null;
        });
        new Thread(task, "half").start();
        return task;
    }

    private String answer(String[] order) throws Exception {
        switch (order[0]) {
            case "listen" -> {
                return half.listen();
            }
            case "join" -> half.join(Integer.parseInt(order[1]), Integer.parseInt(order[2]), order[3]);
            case "ready" -> {
                trial = Trial.fast(Workload.valueOf(order[1]), order[2], Long.parseLong(order[3]));
                Board.clear();
            }
            case "run" -> running = started();
            case "await" -> running.get();
            case "progress" -> {
                if (running.isDone()) {
                    running.get(); // it may have failed
                }
                return Board.done() + " " + half.members();
            }
            case "tell" -> {
                return Share.ofThisProcess().line();
            }
            default -> throw new IOException("what is " + order[0] + "?");
        }
        return "";
    }
}
