package io.sardonyx.testkit.contract;

import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks all that comes in at one endpoint against the script. */
final class FrameChecker implements Wire.Inbound {

    /** The present link from one site. */
    private static final class Present {
        private long link = -1;
        private long heard;
    }

    private final ExpectedFrames script;
    private final Map<Site, Present> present = new HashMap<>();
    private final Map<Long, Long> heard = new HashMap<>();
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

    /** Who listens is another process now, which knows of no link. */
    void restarted() {
        present.clear();
    }

    /** How many frames of this link have come. */
    long heard(FrameSender sending) {
        return heard.getOrDefault(sending.id(), 0L);
    }

    int breaks(Site from) {
        return breaks.getOrDefault(from, 0);
    }

    /** What must never be, in words. */
    List<String> faults() {
        return faults;
    }
}
