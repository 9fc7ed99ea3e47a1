package io.sardonyx.command;

import static io.sardonyx.command.Story.checkpointed;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Rewinds;
import io.sardonyx.job.Delivery;
import io.sardonyx.replica.Run;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CompleteCheckpointTest {

    private static final Story RUNNING =
            Story.members("a").peers("a", "p", "q", "r").then(submit(checkpointed("j", 2, input("in"), output("out"))));

    private static Run run(Story story) {
        return story.replica().jobs().live().get(id("j"));
    }

    private static CompleteCheckpoint complete(Story story, long number, boolean last) {
        return new CompleteCheckpoint(id("j"), run(story).version(), number, "m" + number, last, SortedTable.empty());
    }

    private static RewindJob rewind(Story story) {
        return new RewindJob(id("j"), run(story).version(), "a link broke");
    }

    @Test
    void completedCheckpointIsTheLatestAndTheBaseOfTheNextFence() {
        long fence = run(RUNNING).version();
        Story after = RUNNING.then(complete(RUNNING, 1, false));
        var first = new CompletedCheckpoint(1, fence, "m1", RUNNING.position());
        assertThat(run(after).checkpoints().latest()).isEqualTo(first);
        assertThat(run(after).checkpoints().base()).isNull();
        assertThat(run(after).version()).isEqualTo(fence);
        Story rewound = after.then(rewind(after));
        assertThat(run(rewound).checkpoints().base()).isEqualTo(first);
        assertThat(run(rewound).version()).isGreaterThan(fence);
        assertThat(run(rewound).demand()).isEqualTo(run(after).demand());
    }

    @Test
    void anyChangeOfPlacesStartsFromTheLatest() {
        Story after = RUNNING.then(complete(RUNNING, 1, false)).peers("a", "s");
        assertThat(run(after).version()).isGreaterThan(run(RUNNING).version());
        assertThat(run(after).checkpoints().baseNumber()).isEqualTo(1);
    }

    @Test
    void onlyTheLatestAreKept() {
        Story third = RUNNING;
        for (int n = 1; n <= 3; n++) {
            third = third.then(complete(third, n, false));
        }
        assertThat(run(third).checkpoints().kept())
                .extracting(CompletedCheckpoint::number)
                .containsExactly(2L, 3L);
        assertThat(run(third).checkpoints().numbered(1)).isNull();
    }

    @Test
    void rewindsAreCountedWithTheLatestReason() {
        assertThat(run(RUNNING).checkpoints().rewinds()).isEqualTo(Rewinds.NONE);
        Story rewound = RUNNING.then(rewind(RUNNING));
        assertThat(run(rewound).checkpoints().rewinds()).isEqualTo(new Rewinds(1, RUNNING.position(), "a link broke"));
        Story more = rewound.peers("a", "s");
        assertThat(run(more).checkpoints().rewinds()).isEqualTo(new Rewinds(2, rewound.position(), ""));
    }

    @Test
    void nothingChangesUnderAnotherFenceOrForALowerNumber() {
        Story second = RUNNING.then(complete(RUNNING, 2, false));
        assertThat(second.then(complete(second, 2, false)).replica().jobs())
                .isEqualTo(second.replica().jobs());
        assertThat(second.then(complete(second, 1, false)).replica().jobs())
                .isEqualTo(second.replica().jobs());
        Story rewound = second.then(rewind(second));
        assertThat(rewound.then(complete(second, 3, true)).replica().jobs())
                .isEqualTo(rewound.replica().jobs());
        assertThat(rewound.then(rewind(second)).replica().jobs())
                .isEqualTo(rewound.replica().jobs());
    }

    @Test
    void lastOneExhaustsAllInputsAndNoOtherFollows() {
        Story last = RUNNING.then(new CompleteCheckpoint(
                id("j"),
                run(RUNNING).version(),
                1,
                "m",
                true,
                SortedTable.of(new TreeMap<>(Map.of(TaskName.of("in"), 3L)))));
        assertThat(run(last).isExhausted()).isTrue();
        assertThat(run(last).skipped().get(TaskName.of("in"))).isEqualTo(3);
        assertThat(last.then(complete(last, 2, true)).replica().jobs())
                .isEqualTo(last.replica().jobs());
        Story sealed = last.then(new SealOutput(id("j"), TaskName.of("out")));
        assertThat(sealed.replica().jobs().completed().has(id("j"))).isTrue();
    }

    @Test
    void queuedJobsHaveNeither() {
        Story queued = Story.members("a")
                .peers("a", "p", "q")
                .then(submit(job("j", Delivery.QUEUED, input("in"), output("out"))));
        assertThat(queued.then(complete(queued, 1, false)).replica().jobs())
                .isEqualTo(queued.replica().jobs());
        assertThat(queued.then(rewind(queued)).replica().jobs())
                .isEqualTo(queued.replica().jobs());
    }
}
