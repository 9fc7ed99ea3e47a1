package io.sardonyx.command;

import static io.sardonyx.command.Story.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.duty.Duties;
import io.sardonyx.replica.Dispute;
import org.junit.jupiter.api.Test;

class DisputeHashTest {

    private static final DisputeHash B_DIFFERS = new DisputeHash(group("b"), group("a"), 7);

    @Test
    void nothingIsTrimmedUntilOneOfTheTwoHasLeft() {
        var gc = Story.members("a", "b", "c").then(new Gc(group("a")));
        assertThat(Duties.of(gc.replica(), group("a")).trims()).isPresent();
        var told = gc.tell(B_DIFFERS);
        assertThat(told.after().dispute()).isEqualTo(new Dispute(group("b"), group("a"), 7));
        assertThat(Duties.of(told.after(), group("a")).trims()).isEmpty();
        told.nobodySpeaks();
        var left = gc.then(B_DIFFERS, new GroupLeaveCluster(group("b")));
        assertThat(left.replica().dispute()).isNull();
    }

    @Test
    void strangersDisputeNothing() {
        var story = Story.members("a", "b");
        story.tell(new DisputeHash(group("stranger"), group("a"), 7)).isRefused();
        story.tell(new DisputeHash(group("b"), group("client"), 7)).isRefused();
        story.tell(new DisputeHash(group("a"), group("a"), 7)).isRefused();
        story.then(B_DIFFERS).tell(B_DIFFERS).isRefused();
    }
}
