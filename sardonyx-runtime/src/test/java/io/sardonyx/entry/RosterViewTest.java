package io.sardonyx.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Texts;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import org.junit.jupiter.api.Test;

class RosterViewTest {

    private static final String TASKS =
            "'tasks':[{'name':'s','phase':0,'consumption':'sequential'},{'name':'c','phase':1}]";

    @Test
    void whatWasWrittenIsReadWhateverTheRoster() {
        for (long seed = 0; seed < 20; seed++) {
            var events = new RandomEvents(seed, 5);
            for (int position = 0; position < 300; position++) {
                events.next();
                var view = new RosterView(events.roster(), position);
                RosterView read = Texts.roster(Texts.text(view));
                assertThat(read).isEqualTo(view);
                assertThat(ReplicaHash.of(read)).isEqualTo(ReplicaHash.of(view));
            }
        }
    }

    @Test
    void emptyRosterSaysOnlyItsFormat() {
        assertThat(Texts.text(RosterView.EMPTY)).isEqualTo("{\"format\":2}");
        assertThat(Texts.roster("{}")).isEqualTo(RosterView.EMPTY);
    }

    @Test
    void rosterIsWrittenLikeThis() {
        String text = ("{'format':2,'position':7,'peers':{"
                        + "'p':{'state':'waiting','job':'j','task':'c','attempt':1,'slot':0,'notice':'seal-answered'},"
                        + "'q':{'state':'active','job':'j','task':'c','attempt':2,'slot':3},'r':{'state':'idle'}},"
                        + "'idle':['r'],'jobs':[{'id':'j','submitted':4,"
                        + "'tasks':[{'name':'s','phase':0,'consumption':'sequential','complete':true},"
                        + "{'name':'c','phase':1,'consumption':'concurrent','attempt':2,'sealers':['r']}],"
                        + "'unfit':['r'],'skipped':{'s':3}}],'finished':['i','h'],'skipped':{'i':{'t':2,'u':1}},"
                        + "'last-planned':4,'last-offered':4}")
                .replace('\'', '"');
        assertThat(Texts.text(Texts.roster(text))).isEqualTo(text);
    }

    @Test
    void partialRosterIsCompleted() {
        Roster roster = Texts.roster("{'jobs':[{'id':'j','submitted':4," + TASKS + "}],'idle':['z'],"
                        + "'peers':{'a':{},'z':{},'p':{'state':'active','job':'j','task':'c','attempt':0},"
                        + "'q':{'state':'acking','job':'j','task':'c','attempt':0,'slot':0}}}")
                .roster();
        assertThat(roster.idle()).containsExactly(PeerId.of("z"), PeerId.of("a"));
        assertThat(roster.peers().get(PeerId.of("a"))).isEqualTo(RosterPeer.IDLE);
        assertThat(roster.lastPlanned()).isEqualTo(4);
        assertThat(roster.lastOffered()).isEqualTo(Roster.NOWHERE);
        var task = roster.task(JobId.of("j"), TaskName.of("c"));
        assertThat(task.slots().get(PeerId.of("p"))).isEqualTo(1);
        assertThat(task.headcount().present()).isEqualTo(2);
        assertThat(roster.peers().get(PeerId.of("q")).state()).isEqualTo(PeerState.ACKING);
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() {
        assertRefused("{'peer':{}}", "a roster has no key \"peer\"; did you mean peers?");
        assertRefused("{'finished':['i'],'skipped':{'h':{'t':1}}}", "job h is not finished");
        assertRefused("{'finished':['i'],'skipped':{'i':{'t':-1}}}", "skipped.i.t");
        assertRefused("{'finished':['i'],'skipped':{'i':{'t':0}}}", "only complete tasks tell what they skipped");
        assertRefused("{'format':4}", "formats up to 3");
        assertRefused("{'peers':{'p':{'state':'asleep'}}}", "\"asleep\" is none of idle, acking");
        assertRefused("{'jobs':[{'id':'j','submitted':1," + TASKS + "},{'id':'j','submitted':2}]}", "listed twice");
        assertRefused(
                "{'jobs':[{'id':'j','submitted':1,'tasks':[{'name':'s','phase':0},{'name':'s','phase':0}]}]}",
                "s is listed twice");
        assertRefused("{'peers':{'p':{'state':'active'}}}", "a peer has a post exactly when its state says so");
        String at = "{'state':'active','job':'j','task':'s','attempt':0}";
        assertRefused(
                "{'jobs':[{'id':'j','submitted':1," + TASKS + "}],'peers':{'p':" + at + ",'q':" + at + "}}",
                "a sequential task has at most one peer");
        String slot = "{'state':'active','job':'j','task':'c','attempt':0,'slot':1}";
        assertRefused(
                "{'jobs':[{'id':'j','submitted':1," + TASKS + "}],'peers':{'p':" + slot + ",'q':" + slot + "}}",
                "slots and headcounts are those of a plain count");
    }

    private static void assertRefused(String json, String message) {
        assertThatThrownBy(() -> Texts.roster(json))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining(message);
    }
}
