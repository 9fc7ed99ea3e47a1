package io.sardonyx.cli.cluster;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.report.LinkState;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * An event of a process, printed by {@code peers start} and {@code coordinator start}: membership, assignments, links,
 * metrics, who coordinates.
 *
 * @param position the position at which it was observed, in the cluster's log or, of a coordinator, in the log of
 *     events; -1 before the first entry
 * @param event keyword for programs
 * @param facts alternating names and values
 * @param sentence text for people
 */
record MemberEvent(long position, String event, List<String> facts, String sentence) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static MemberEvent joined(long position, GroupId group) {
        return new MemberEvent(position, "joined", List.of("group", group.text()), "group " + group + " is a member");
    }

    static MemberEvent parted(long position, GroupId group) {
        return new MemberEvent(
                position, "parted", List.of("group", group.text()), "group " + group + " is no longer a member");
    }

    static MemberEvent reborn(long position, GroupId former, GroupId now, String reason) {
        return new MemberEvent(
                position,
                "reborn",
                List.of("group", now.text(), "former", former.text(), "reason", reason),
                "group " + former + " is over, because " + reason + "; it comes back as " + now);
    }

    static MemberEvent metrics(String url) {
        return new MemberEvent(-1, "metrics", List.of("url", url), "metrics are at " + url);
    }

    static MemberEvent holds(long position, String hash) {
        return new MemberEvent(position, "holds", List.of("hash", hash), "replica " + hash);
    }

    static MemberEvent link(long position, LinkState link) {
        String sentence = link.up() ? "the link to " + link.to() + " is up again" : String.valueOf(link.trouble());
        return new MemberEvent(
                position,
                link.up() ? "link-up" : "link-down",
                List.of("to", link.to().address()),
                sentence);
    }

    static MemberEvent leads(long position, GroupId coordinator) {
        return coordinator("leads", position, coordinator, "leads from here on");
    }

    static MemberEvent standsBy(long position, GroupId coordinator) {
        return coordinator("stands-by", position, coordinator, "stands by: another one leads");
    }

    static MemberEvent leadsNoMore(long position, GroupId coordinator) {
        return coordinator("leads-no-more", position, coordinator, "leads no more: it has lost its lease");
    }

    static MemberEvent unfounded(GroupId coordinator) {
        return coordinator(
                "waits",
                -1,
                coordinator,
                "waits: nobody has founded the cluster yet; sardonyx peers start --allocation coordinated does");
    }

    private static MemberEvent coordinator(String event, long position, GroupId id, String what) {
        return new MemberEvent(position, event, List.of("coordinator", id.text()), id + " " + what);
    }

    static MemberEvent runs(long position, Assignment work) {
        return new MemberEvent(
                position,
                "runs",
                facts(work),
                "peer " + work.peer() + " runs " + work.job() + "/" + work.task() + " in slot " + work.slot());
    }

    static MemberEvent stops(long position, Assignment work) {
        return new MemberEvent(
                position,
                "stops",
                facts(work),
                "peer " + work.peer() + " no longer runs " + work.job() + "/" + work.task());
    }

    private static List<String> facts(Assignment work) {
        return List.of(
                "peer", work.peer().text(),
                "job", work.job().text(),
                "task", work.task().text(),
                "slot", String.valueOf(work.slot()));
    }

    String text() {
        if (isCoordinators()) {
            return position < 0 ? sentence : "event " + position + ": " + sentence;
        }
        return "entry " + position + ": " + sentence;
    }

    /** Whether its position is one in the coordinator's log. */
    private boolean isCoordinators() {
        return facts.get(0).equals("coordinator");
    }

    String json() {
        ObjectNode node = JSON.createObjectNode().put("position", position).put("event", event);
        for (int i = 0; i < facts.size(); i += 2) {
            node.put(facts.get(i), facts.get(i + 1));
        }
        return node.toString();
    }
}
