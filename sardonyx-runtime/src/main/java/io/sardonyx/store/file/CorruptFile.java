package io.sardonyx.store.file;

import io.sardonyx.port.Unreadable;
import java.nio.file.Path;

/**
 * Thrown when a file holds acknowledged data that cannot be read any more. Nothing is repaired by guessing: the reader
 * stops.
 */
public final class CorruptFile extends Unreadable {

    private static final long serialVersionUID = 1;

    CorruptFile(Path path, String what) {
        super(path + " is corrupt: " + what);
    }

    static CorruptFile entry(Path path, long position, String what) {
        return new CorruptFile(path, "entry " + position + " " + what);
    }
}
