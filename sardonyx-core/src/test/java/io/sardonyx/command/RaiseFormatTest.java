package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.duty.Duties;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.replica.KnownFormats;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaiseFormatTest {

    private static final RaiseFormat TO_TWO = new RaiseFormat(2);

    private static AddVirtualPeer knowing(int format, String peer, String group) {
        return new AddVirtualPeer(peer(peer), group(group), null, KnownFormats.announced(Tags.NONE, format, 1));
    }

    private static Story old(String... members) {
        return Story.members(members).then(new FoundCluster("c", Allocation.PLANNED, JobScheduler.BALANCED, 10));
    }

    @Test
    void formatRisesOnceEveryMemberKnowsTheHigherOne() {
        var mixed = old("a", "b").then(knowing(2, "p", "a"), add("q", "b"));
        mixed.tell(TO_TWO).isRefused();
        assertThat(Duties.of(mixed.replica(), group("a")).owed()).isEmpty();
        var upgraded = mixed.then(new GroupLeaveCluster(group("b")));
        assertThat(Duties.of(upgraded.replica(), group("a")).owed()).containsExactly(TO_TWO);
        var told = upgraded.tell(TO_TWO);
        assertThat(told.after().cluster().format()).isEqualTo(2);
        told.nobodySpeaks();
        assertThat(Duties.of(told.after(), group("a")).owed()).isEmpty();
    }

    @Test
    void onlyTheMemberWithTheLowestIdAppendsIt() {
        var both = old("a", "b").then(knowing(2, "p", "a"), knowing(3, "q", "b"));
        assertThat(Duties.of(both.replica(), group("a")).owed()).containsExactly(TO_TWO);
        assertThat(Duties.of(both.replica(), group("b")).owed()).isEmpty();
    }

    @Test
    void formatNeverFalls() {
        var two = old("a").then(knowing(2, "p", "a"), TO_TWO);
        two.tell(TO_TWO).isRefused();
        two.tell(new RaiseFormat(1)).isRefused();
        assertThat(two.then(prepareOld()).replica().cluster().format()).isEqualTo(2);
    }

    private static PrepareJoinCluster prepareOld() {
        return new PrepareJoinCluster(group("z"));
    }

    @Test
    void tagsOfUsersTellNoFormat() {
        for (String word : new String[] {"sardonyx:format:", "sardonyx:format:x", "sardonyx:format:99999", "gpu"}) {
            var odd = new AddVirtualPeer(peer("p"), group("a"), null, Tags.of(List.of(word)));
            assertThat(KnownFormats.byAll(old("a").then(odd).replica())).isEqualTo(1);
        }
    }
}
