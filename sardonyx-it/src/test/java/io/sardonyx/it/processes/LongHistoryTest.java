package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.Command;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.port.Log;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that has seen much is as good as a new one to whoever comes. */
class LongHistoryTest {

    private static final int ENTRIES = 100_000;
    private static final int BATCH = 500;
    private static final Duration PROMISED = Duration.ofSeconds(3);
    private static final GroupId CLIENT = GroupId.of("client");

    @TempDir
    private Path outputs;

    @Test
    @Tag("campaign")
    @Tag("processes")
    void afterAHundredThousandEntriesANewcomerReadsOnlyTheirTail() throws Exception {
        try (var server = DevelopmentServer.start(null, 0);
                var cluster = new Cluster(server.address("tests"), outputs)) {
            List<Member> members = cluster.startRing(2);
            Log log = cluster.store().log(LogScanner.LOG);
            long end = 0;
            for (int job = 0; job < ENTRIES / 2; job += BATCH / 2) {
                end = answer(log.append(submittedAndKilled(job, BATCH / 2))) + BATCH - 1;
                awaitRead(members, end);
            }
            long tail = awaitTrim(log, end);
            long start = System.nanoTime();
            Member newcomer = cluster.start();
            Waiting.until("a member", () -> newcomer.id().isPresent());
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            System.out.printf(
                    "a newcomer was a member after %d ms (promised: %d), having read %d of %d entries%n",
                    took, PROMISED.toMillis(), tail, end);
            assertThat(tail).isLessThan(10_000);
        }
    }

    /** A history that grows faster than it is read is not forgotten in time, and fills the memory. */
    private static void awaitRead(List<Member> members, long position) {
        Waiting.until(
                "all to be read",
                () -> members.stream()
                        .allMatch(member -> member.hashes().keySet().stream().anyMatch(read -> read >= position)));
    }

    /** How many entries are behind the origin, once there is one. */
    private static long awaitTrim(Log log, long end) {
        Waiting.until("an origin", () -> answer(log.origin()).isPresent());
        return Math.max(0, end - answer(log.origin()).orElseThrow().position());
    }

    private static List<byte[]> submittedAndKilled(int first, int count) {
        var entries = new ArrayList<byte[]>();
        for (int number = first; number < first + count; number++) {
            JobId id = JobId.of("job-" + number);
            entries.add(entry(2L * number + 1, new SubmitJob(job(id))));
            entries.add(entry(2L * number + 2, new KillJob(id, new Cause("no longer wanted", null, null))));
        }
        return entries;
    }

    private static byte[] entry(long sequence, Command command) {
        return EntryCodec.encode(CLIENT, sequence, command);
    }

    private static Outline job(JobId id) {
        var tasks = List.of(Task.named(TaskName.of("in")), Task.named(TaskName.of("out")));
        return new Outline(
                id, tasks, TaskScheduler.BALANCED, Percentage.ZERO, Bounds.UNBOUNDED, Delivery.DIRECT, true, "", 0);
    }

    private static <T> T answer(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(Member.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the store does not answer", e);
        }
    }
}
