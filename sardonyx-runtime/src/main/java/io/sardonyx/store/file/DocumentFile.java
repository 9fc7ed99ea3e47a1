package io.sardonyx.store.file;

import io.sardonyx.port.Document;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** File format of a document: a checksum of the rest, the version, the length of the name, the name, the body. */
final class DocumentFile {

    private static final String ENDING = ".doc";
    /** Bytes of the checksum. */
    private static final int SUM = 4;

    private static final int HEADER = SUM + 8 + 4;

    private DocumentFile() {}

    static String fileName(String name) {
        return FileNames.encode(name) + ENDING;
    }

    static ByteBuffer encode(Document document) {
        byte[] name = document.name().getBytes(StandardCharsets.UTF_8);
        ByteBuffer content = ByteBuffer.allocate(HEADER + name.length + document.body().length);
        content.putInt(0)
                .putLong(document.version())
                .putInt(name.length)
                .put(name)
                .put(document.body());
        content.flip();
        return content.putInt(0, Disk.checksum(content.duplicate().position(SUM)));
    }

    /** Reads a document; empty when there is none. */
    static Optional<Document> read(Path directory, String name) throws IOException {
        return name.isEmpty() ? Optional.empty() : read(directory.resolve(fileName(name)));
    }

    private static Optional<Document> read(Path path) throws IOException {
        ByteBuffer content;
        try {
            content = ByteBuffer.wrap(Files.readAllBytes(path));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
        if (content.remaining() < HEADER || content.getInt() != Disk.checksum(content)) {
            throw new CorruptFile(path, "it does not have its checksum");
        }
        long version = content.getLong();
        byte[] name = new byte[content.getInt()];
        content.get(name);
        byte[] body = new byte[content.remaining()];
        content.get(body);
        return Optional.of(new Document(new String(name, StandardCharsets.UTF_8), body, version));
    }

    /** Names of all documents with a prefix; a file whose name is only a hash is read for it. */
    static List<String> names(Path directory, String prefix) throws IOException {
        List<String> names = new ArrayList<>();
        try (var paths = Files.newDirectoryStream(directory, "*" + ENDING)) {
            for (Path path : paths) {
                String file = path.getFileName().toString();
                Optional<String> kept = FileNames.decode(file.substring(0, file.length() - ENDING.length()));
                Optional<String> name = kept.isPresent() ? kept : read(path).map(Document::name);
                name.filter(it -> it.startsWith(prefix)).ifPresent(names::add);
            }
        }
        return names;
    }
}
