package io.sardonyx.command;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.replica.Journal;
import org.junit.jupiter.api.Test;

class AssignBookkeeperLogIdTest {

    private static AssignBookkeeperLogId assign(int slot, String ledger) {
        return new AssignBookkeeperLogId(id("j"), task("in"), slot, ledger);
    }

    private static Story story() {
        return Story.members("a").then(submit(job("j", input("in"))));
    }

    @Test
    void journalsOfASlotAreListedOldestFirst() {
        var told = story().then(assign(0, "l1"), assign(1, "m1")).tell(assign(0, "l2"));
        var journals = told.after().jobs().live().get(id("j")).journals();
        assertThat(journals.get(new Journal(task("in"), 0))).containsExactly("l1", "l2");
        assertThat(journals.get(new Journal(task("in"), 1))).containsExactly("m1");
        told.nobodySpeaks();
    }

    @Test
    void knownJournalImpossibleSlotAndUnknownTaskAreRefused() {
        story().then(assign(0, "l1")).tell(assign(0, "l1")).isRefused();
        story().tell(assign(-1, "l1")).isRefused();
        story().tell(new AssignBookkeeperLogId(id("j"), task("nowhere"), 0, "l1"))
                .isRefused();
        story().tell(new AssignBookkeeperLogId(id("k"), task("in"), 0, "l1")).isRefused();
    }
}
