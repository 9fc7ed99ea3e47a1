package io.sardonyx.connect.provider;

import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Partition;
import org.slf4j.LoggerFactory;

/**
 * Partition in place of a file that was listed and is gone: emits one bad record, for the error policy to decide about.
 */
final class MissingFile implements Partition {

    private final String path;
    private final String position;
    private boolean told;

    /** @param position up to which it was read before it was gone */
    MissingFile(String path, String position) {
        this.path = path;
        this.position = position;
    }

    @Override
    public int poll(Object[] segments) {
        if (told) {
            return 0;
        }
        told = true;
        segments[0] = new BadRecord(position, path, what());
        return 1;
    }

    private String what() {
        return path + " was there when the job began and is gone";
    }

    @Override
    public boolean hasBadRecords() {
        return told;
    }

    @Override
    public String position() {
        return position;
    }

    @Override
    public boolean isAtEnd() {
        return told;
    }

    @Override
    public Extent extent() {
        return Extent.NONE;
    }

    /** Logs the missing file, since the error policy did not kill the job. */
    @Override
    public void completed(String end) {
        LoggerFactory.getLogger(MissingFile.class).warn("{}; it is left out", what());
    }
}
