package io.sardonyx.replica;

import io.sardonyx.job.Tags;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Negotiation of the log format: which formats the members know.
 *
 * <p>A process that knows a newer format than its cluster writes announces it by a tag of its peers. Programs without
 * formats keep tags all the same, also in the snapshots they write, so every process that has read the same entries
 * counts the same members.
 */
public final class KnownFormats {

    /** Prefix of the tag; tags of users must not begin with it. */
    public static final String TAG_PREFIX = "sardonyx:format:";

    private KnownFormats() {}

    /**
     * The tags under which a process that knows format {@code known} adds its peers to a cluster that writes
     * {@code written}.
     */
    public static Tags announced(Tags own, int known, int written) {
        if (known <= written) {
            return own;
        }
        List<String> words = new ArrayList<>(own.words());
        words.add(TAG_PREFIX + known);
        return Tags.of(words);
    }

    /** The newest format that a member has told to know, at least that of the cluster. */
    public static int by(GroupId member, Replica replica) {
        return Math.max(told(replica).getOrDefault(member, 0), replica.cluster().format());
    }

    private static Map<GroupId, Integer> told(Replica replica) {
        var known = new TreeMap<GroupId, Integer>();
        for (Peer peer : replica.peers().present().values()) {
            for (String word : peer.tags().words()) {
                known.merge(peer.group(), toldBy(word), Math::max);
            }
        }
        return known;
    }

    /** The newest format that every member knows, at least that of the cluster. */
    public static int byAll(Replica replica) {
        Map<GroupId, Integer> known = told(replica);
        int least = replica.ring().members().isEmpty() ? 0 : Integer.MAX_VALUE;
        for (GroupId member : replica.ring().members().keys()) {
            least = Math.min(least, known.getOrDefault(member, 0));
        }
        return Math.max(least, replica.cluster().format());
    }

    /** The format that a tag announces, or 0. */
    private static int toldBy(String word) {
        if (!word.startsWith(TAG_PREFIX) || word.length() > TAG_PREFIX.length() + 4) {
            return 0;
        }
        int format = 0;
        for (char digit : word.substring(TAG_PREFIX.length()).toCharArray()) {
            if (digit < '0' || digit > '9') {
                return 0;
            }
            format = 10 * format + digit - '0';
        }
        return format;
    }
}
