package io.sardonyx.bench.queue;

import io.sardonyx.bench.work.Pace;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchFormat;
import io.sardonyx.serial.Codecs;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * So much work over queues, once.
 *
 * @param tasks 4 for W1's chain over three queues, 3 for the same without its filter over two
 * @param inputs numbered from zero
 * @param perSecond how many inputs become due each second; zero for as fast as they go
 * @param paddingBytes by which each text is longer than that of W1
 * @param pauseNanos for which the last task rests after each batch
 */
public record QueueTrial(int tasks, long inputs, long perSecond, int paddingBytes, long pauseNanos) {

    static final int CHAIN = 4;

    /** Segments in a message. */
    static final int MESSAGE = 256;

    /** W1's four tasks, as fast as they go. */
    static QueueTrial fast(long inputs) {
        return new QueueTrial(CHAIN, inputs, 0, 0, 0);
    }

    /** The same paced, a second longer than recorded. */
    static QueueTrial paced(long perSecond, long seconds) {
        return new QueueTrial(CHAIN, perSecond * (1 + seconds), perSecond, 0, 0);
    }

    static QueueTrial three(long inputs, int paddingBytes) {
        return new QueueTrial(CHAIN - 1, inputs, 0, paddingBytes, 0);
    }

    /** One whose last task is slow. */
    static QueueTrial slow(long inputs, long pauseMillis) {
        return new QueueTrial(CHAIN - 1, inputs, 0, 0, TimeUnit.MILLISECONDS.toNanos(pauseMillis));
    }

    String line() {
        return tasks + " " + inputs + " " + perSecond + " " + paddingBytes + " " + pauseNanos;
    }

    static QueueTrial read(String line) {
        String[] words = line.split(" ", -1);
        return new QueueTrial(
                Integer.parseInt(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Integer.parseInt(words[3]),
                Long.parseLong(words[4]));
    }

    /** Bytes of a full message. */
    static int messageBytes() {
        var format = new BatchFormat(Codecs.forTypes(List.of(EventRecord.class)));
        Batch batch = format.blank(MESSAGE, 1);
        for (int i = 0; i < MESSAGE; i++) {
            batch.add(EventRecord.of((1 << 20) + i, 0, ""));
        }
        batch.endRun(0, 0, null);
        return format.bytes((byte) 1, batch).length;
    }

    boolean filters() {
        return tasks == CHAIN;
    }

    Pace pace() {
        return new Pace(System.nanoTime(), perSecond);
    }

    /** The first input whose latency counts. */
    long firstRecorded() {
        return perSecond;
    }

    /** What must come out, by the plainest of loops. */
    Tally expected() {
        var tally = new Tally();
        String padding = " ".repeat(paddingBytes);
        for (long i = 0; i < inputs; i++) {
            EventRecord event = EventRecord.map(EventRecord.of(i, 0, padding));
            if (!filters() || EventRecord.isKept(event)) {
                tally.add(event.digest());
            }
        }
        return tally;
    }
}
