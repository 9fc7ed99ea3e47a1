package io.sardonyx.bench.own;

import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Running;
import io.sardonyx.bench.work.RunningCounts;
import io.sardonyx.bench.work.WordCounts;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import java.util.concurrent.CountDownLatch;

/** Stateful functions, and the lifecycle that gives each peer a state of its own. */
public final class Counting implements Lifecycle {

    private final WordCounts words = new WordCounts();
    private final CountDownLatch ended;

    private Counting(CountDownLatch ended) {
        this.ended = ended;
    }

    public static Lifecycle lifecycle(@Param("ended") CountDownLatch ended) {
        return new Counting(ended);
    }

    @Override
    public void beforeTask(TaskContext context) {
        context.provide("words", words);
        context.provide("running", new RunningCounts());
    }

    @Override
    public void afterTask(TaskContext context, StopReason reason) {
        if (reason == StopReason.JOB_COMPLETED && context.task().text().equals("count")) {
            Board.post(words.tally());
            ended.countDown();
        }
    }

    public static String word(String word) {
        return word;
    }

    public static void count(String word, @Param("words") WordCounts counts) {
        counts.add(word);
    }

    public static Running next(Event event, @Param("running") RunningCounts counts) {
        return counts.next(event);
    }
}
