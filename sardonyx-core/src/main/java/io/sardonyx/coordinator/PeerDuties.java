package io.sardonyx.coordinator;

import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Desired state of the peers of one process, derived from the roster alone: which register, accept an offer, run a
 * task, seal it or stop.
 *
 * <p>A peer that runs a task in none of these lists ends it: the task was completed by others, or taken back.
 *
 * @param births of peers that the roster does not know
 * @param acks of peers with an offer, to be appended once the job's content is there and checked
 * @param work tasks that peers run. One that waits for others to drain its task too runs it no more, or it would take
 *     the sentinel from those that have not seen it; if one of them is lost, it is offered the task again
 * @param seals those of them where the peer has been told to pass on the sentinel
 * @param stops peers that were revoked or declared dead, and one that is needed at an earlier task of its job which has
 *     lost its last peer, else a job with fewer peers than tasks would wait for ever; each stops, leaves and is
 *     replaced under a new id
 */
public record PeerDuties(
        List<Born> births, List<Ack> acks, List<Posting> work, List<Posting> seals, List<PeerId> stops) {

    public PeerDuties {
        births = List.copyOf(births);
        acks = List.copyOf(acks);
        work = List.copyOf(work);
        seals = List.copyOf(seals);
        stops = List.copyOf(stops);
    }

    /** The duties of a process that runs these peers, in the order given. */
    public static PeerDuties of(Roster roster, Collection<PeerId> own) {
        var births = new ArrayList<Born>();
        var acks = new ArrayList<Ack>();
        var work = new ArrayList<Posting>();
        var seals = new ArrayList<Posting>();
        var stops = new ArrayList<PeerId>();
        for (PeerId id : own) {
            var peer = roster.peers().get(id);
            if (peer == null) {
                births.add(new Born(id));
                continue;
            }
            if (!peer.state().isLiving() || roster.isNeededEarlier(id)) {
                stops.add(id);
                continue;
            }
            var post = peer.postAtTask();
            if (post != null && peer.state() == PeerState.ACKING) {
                acks.add(new Ack(id, post));
            } else if (post != null && peer.state() != PeerState.WAITING) {
                var task = roster.task(post.job(), post.task());
                var slot = task == null ? null : task.slots().get(id);
                var posting = new Posting(id, post, slot == null ? 0 : slot);
                work.add(posting);
                if (peer.state() == PeerState.SEALING && !peer.awaitsSealAnswer()) {
                    seals.add(posting);
                }
            }
        }
        return new PeerDuties(births, acks, work, seals, stops);
    }

    /** A peer at its post, with its slot there. Another attempt at the same task is another posting. */
    public record Posting(PeerId peer, Post post, int slot) {

        public Assignment assignment() {
            return new Assignment(peer, post.job(), post.task(), slot);
        }

        /** The event for a task whose queue is drained behind the sentinel. */
        public Exhaust drained() {
            return new Exhaust(peer, post);
        }

        /**
         * The event for a task whose sentinel is passed on.
         *
         * @param skipped number of segments that all peers of the task have skipped
         */
        public Complete sealed(long skipped) {
            return new Complete(peer, post, skipped);
        }
    }
}
