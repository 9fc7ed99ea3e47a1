package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.on;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Tags;
import io.sardonyx.value.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddVirtualPeerTest {

    @Test
    void peerOfAMemberIsPresentWithItsSiteAndTagsAndIsPlanned() {
        var told = Story.members("a")
                .then(submit(job("j", input("in"))))
                .tell(new AddVirtualPeer(peer("p"), group("a"), new Site("here"), Tags.of(List.of("gpu"))));
        var added = told.after().peers().present().get(peer("p"));
        assertThat(added.site()).isEqualTo(new Site("here"));
        assertThat(added.tags().words()).containsExactly("gpu");
        assertThat(on(told.after(), "j", "in")).containsExactly(peer("p"));
        told.nobodySpeaks();
    }

    @Test
    void peerOfAGroupThatIsNotAMemberYetIsAnOrphan() {
        var story = Story.members("a").then(prepare("b"));
        for (String group : List.of("b", "unheard")) {
            var told = story.tell(add("p", group));
            assertThat(told.after().peers().orphansOf(group(group))).hasSize(1);
            assertThat(told.after().peers().present().isEmpty()).isTrue();
            told.nobodySpeaks();
        }
    }

    @Test
    void volunteersIfThereIsAJobAndOnlyItself() {
        var story = Story.volunteers("a", "b").peers("a", "q").peers("b", "r");
        story.tell(add("p", "a")).nobodySpeaks();
        story.then(submit(job("j", input("in")))).tell(add("p", "a")).onlySpeaks("a", volunteer("p"));
    }

    @Test
    void knownPeerIsRefusedWhoeverClaimsIt() {
        Story.members("a").then(add("p", "a")).tell(add("p", "a")).isRefused();
        Story.members("a", "b").then(add("p", "a")).tell(add("p", "b")).isRefused();
        Story.members("a").then(add("p", "x")).tell(add("p", "a")).isRefused();
    }

    @Test
    void groupThatLeftOwnsNobody() {
        Story.members("a")
                .then(new GroupLeaveCluster(group("x")))
                .tell(add("p", "x"))
                .isRefused();
    }
}
