package io.sardonyx.testkit.contract;

import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Receiver that checks all frames of one endpoint against {@link ExpectedFrames}: right content, in order, none twice.
 */
final class FrameChecker implements Wire.Inbound {

    /** The current link from one site: its id and the number of frames received. */
    private static final class Present {
        private long link = -1;
        private long heard;
    }

    private final ExpectedFrames script;
    private final Map<Site, Present> present = new HashMap<>();
    /** Frames received on each link so far. */
    private final Map<Long, Long> heard = new HashMap<>();
    /** How often a link from each site was reported broken. */
    private final Map<Site, Integer> breaks = new HashMap<>();

    private final List<String> faults = new ArrayList<>();

    FrameChecker(ExpectedFrames script) {
        this.script = script;
    }

    @Override
    public void frame(Site from, ByteBuffer frame) {
        Present now = present.computeIfAbsent(from, site -> new Present());
        if (now.heard == 0) {
            begin(now, from, frame);
        } else if (!frame.equals(script.frame(now.link, now.heard))) {
            faults.add("frame " + now.heard + " of link " + now.link + " from " + from + " is not what was sent, but "
                    + frame.remaining() + " other bytes");
        }
        now.heard++;
        heard.put(now.link, now.heard);
    }

    /** Takes the link's id from its first frame. */
    private void begin(Present now, Site from, ByteBuffer frame) {
        if (frame.remaining() != Long.BYTES) {
            faults.add("the first frame of a link from " + from + " has " + frame.remaining() + " bytes");
            return;
        }
        now.link = frame.getLong(frame.position());
        if (heard.containsKey(now.link)) {
            faults.add("link " + now.link + " from " + from + " begins a second time");
        }
    }

    @Override
    public void broken(Site from) {
        present.remove(from);
        breaks.merge(from, 1, Integer::sum);
    }

    /** The receiving process was restarted and has no links any more. */
    void restarted() {
        present.clear();
    }

    /** How many frames of this link have been received. */
    long heard(FrameSender sending) {
        return heard.getOrDefault(sending.id(), 0L);
    }

    int breaks(Site from) {
        return breaks.getOrDefault(from, 0);
    }

    /** Violations found so far, as text; they fail the test. */
    List<String> faults() {
        return faults;
    }
}
