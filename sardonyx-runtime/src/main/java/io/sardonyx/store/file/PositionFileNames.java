package io.sardonyx.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of files that start with a log position, zero-padded so that they sort by it. */
final class PositionFileNames {

    private static final Pattern NUMBER = Pattern.compile("(\\d{19})(\\.[a-z]+)");

    private PositionFileNames() {}

    /** Positions, in order, of the files with that ending. */
    static TreeSet<Long> list(Path directory, String ending) throws IOException {
        var positions = new TreeSet<Long>();
        try (var paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) {
                Matcher name = NUMBER.matcher(path.getFileName().toString());
                if (name.matches() && name.group(2).equals(ending)) {
                    positions.add(Long.parseLong(name.group(1)));
                }
            }
        }
        return positions;
    }

    static Path path(Path directory, long position, String ending) {
        return directory.resolve(name(position, ending));
    }

    static String name(long position, String ending) {
        return String.format("%019d%s", position, ending);
    }
}
