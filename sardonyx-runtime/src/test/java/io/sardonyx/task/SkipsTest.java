package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.port.Document;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was left out is counted exactly, whatever was done twice. Public, since jobs name its methods. */
public class SkipsTest {

    private static final String SELF = "io.sardonyx.task.SkipsTest::";

    private final List<Object> written = new ArrayList<>();

    public static long picky(long number) {
        if (number % 10 == 3) {
            throw new IllegalArgumentException("not " + number);
        }
        return number;
    }

    /** Takes a few at a time, so that there is time for others to come and go. */
    public static Output slowly(@Param("written") List<Object> written) {
        return new Output() {
            @Override
            public int write(Object[] segments, int from, int to) {
                written.add(segments[from]);
                return 1;
            }

            @Override
            public long settled() {
                return written.size();
            }
        };
    }

    private Job job(Tuning.Roots roots, ErrorPolicy policy) {
        return Job.named("picky")
                .input("read", Inputs.numbers(400).with("partitions", 4))
                .with(
                        "read",
                        it -> it.tuned(tuning -> tuning.batchesOf(8)
                                .pending(16, Duration.ofSeconds(5))
                                .with(roots)))
                .task("picky", it -> it.function(Call.to(SELF + "picky")).onError(policy))
                .task("also", it -> it.function(Call.to(SELF + "picky")).onError(ErrorPolicy.SKIP))
                .output("write", Call.to(SELF + "slowly"))
                .path("read", "picky", "write")
                .path("read", "also", "write")
                .build();
    }

    private Rig played(Job job, long seed) {
        var rig = new Rig(job, seed);
        rig.resources.put("written", written);
        rig.place(Map.of("read", 2));
        for (int fences = 0; fences < 5; fences++) {
            for (int i = 0; i < 40; i++) {
                rig.step();
            }
            rig.place(Map.of("read", 1 + fences % 2, "picky", 1 + fences % 3));
        }
        assertThat(rig.finish(100_000)).isTrue();
        assertThat(rig.complaints()).isEmpty();
        return rig;
    }

    private static Map<TaskName, Long> counted(Rig rig, Job job) {
        var readers = new ArrayList<ReaderCheckpoint>();
        for (int slot = 0; slot < 2; slot++) {
            Document document = rig.documents.documents.get(ReaderCheckpoint.name(job.id(), TaskName.of("read"), slot));
            readers.add(document == null ? ReaderCheckpoint.EMPTY : ReaderCheckpoint.read(document.body()));
        }
        return ReaderCheckpoint.merged(readers).skipped();
    }

    @Test
    void eachSegmentThatIsLeftOutCountsOnceThoughItsRootIsEmittedAgainAndAgain() {
        for (Tuning.Roots roots : Tuning.Roots.values()) {
            for (long seed = 0; seed < 20; seed++) {
                Job job = job(roots, ErrorPolicy.SKIP);
                Rig rig = played(job, seed);
                assertThat(counted(rig, job)).isEqualTo(Map.of(TaskName.of("picky"), 40L, TaskName.of("also"), 40L));
            }
        }
    }

    @Test
    void deadLettersCountToo() {
        Job job = job(Tuning.Roots.BATCH, ErrorPolicy.deadLettersTo(TaskName.of("write")));
        assertThat(counted(played(job, 7), job)).containsEntry(TaskName.of("picky"), 40L);
    }

    @Test
    void whoLeavesOutNothingIsNotCounted() {
        Job job = Job.named("plain")
                .input("read", Inputs.numbers(40).with("partitions", 4))
                .output("write", Call.to(SELF + "slowly"))
                .path("read", "write")
                .build();
        assertThat(counted(played(job, 7), job)).isEmpty();
    }
}
