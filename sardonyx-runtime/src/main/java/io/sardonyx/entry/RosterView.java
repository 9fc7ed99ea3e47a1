package io.sardonyx.entry;

import io.sardonyx.coordinator.JobProgress;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;

/**
 * A roster and the position of the last event in it, with its JSON form for printing, origins and replays.
 *
 * <p>A partial object is completed: absent equals empty; a peer is idle unless a state is given, and has the lowest
 * free slot of its task; idle peers that the queue does not list come last in it, by id; the last planned job is the
 * last one. What breaks an invariant of the roster is refused by its name.
 *
 * @param position {@link #NO_POSITION} when it is not given
 */
public record RosterView(Roster roster, long position) {

    public static final long NO_POSITION = -1;

    /** The state before the first event. */
    public static final RosterView EMPTY = new RosterView(Roster.EMPTY, NO_POSITION);

    public static RosterView read(Field root) {
        return new RosterReader(root).view();
    }

    public static RosterView read(byte[] document) {
        return read(Json.read(document));
    }

    /** Writes all fields into an open object; what has nothing to say is left out. */
    public void write(JsonOut out) {
        out.number("format", EventCodec.SINCE);
        if (position != NO_POSITION) {
            out.number("position", position);
        }
        out.beginUnlessEmpty("peers");
        roster.peers().forEach((id, peer) -> write(id, peer, out));
        out.end();
        out.textsUnlessEmpty("idle", roster.idle());
        if (!roster.jobs().isEmpty()) {
            out.beginList("jobs");
            roster.jobs().forEach((id, job) -> write(id, job, out));
            out.endList();
        }
        out.textsUnlessEmpty("finished", roster.finished().keys());
        out.beginUnlessEmpty("skipped");
        roster.finished().forEach((id, skipped) -> CommandArguments.write(id.text(), skipped, out));
        out.end();
        if (roster.lastPlanned() != Roster.NOWHERE) {
            out.number("last-planned", roster.lastPlanned());
        }
        if (roster.lastOffered() != Roster.NOWHERE) {
            out.number("last-offered", roster.lastOffered());
        }
    }

    private void write(PeerId id, RosterPeer peer, JsonOut out) {
        out.begin(id.text()).text("state", peer.state().word());
        var post = peer.post();
        if (post != null) {
            EventCodec.write(post, out);
            var task = peer.state().isAtTask() ? roster.task(post.job(), post.task()) : null;
            var slot = task == null ? null : task.slots().get(id);
            if (slot != null) {
                out.number("slot", slot);
            }
        }
        if (peer.notice() != RosterPeer.Notice.NONE) {
            out.text("notice", Keywords.of(peer.notice()));
        }
        out.end();
    }

    private static void write(JobId id, JobProgress job, JsonOut out) {
        out.begin().text("id", id).number("submitted", job.submitted()).beginList("tasks");
        job.tasks().values().forEach(task -> write(task, out));
        out.endList().textsUnlessEmpty("unfit", job.unfit());
        CommandArguments.write(job.skipped(), out);
        out.end();
    }

    private static void write(TaskProgress task, JsonOut out) {
        EventCodec.write(task.planned(), out.begin());
        if (task.complete()) {
            out.flag("complete", true);
        }
        if (task.attempt() > 0) {
            out.number("attempt", task.attempt());
        }
        out.textsUnlessEmpty("sealers", task.sealers()).end();
    }
}
