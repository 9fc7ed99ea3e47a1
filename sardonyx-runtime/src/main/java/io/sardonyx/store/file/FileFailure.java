package io.sardonyx.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.Locale;

/** Thrown when the directory of a store cannot be read or written; the message gives the reason in plain words. */
public final class FileFailure extends UncheckedIOException {

    private static final long serialVersionUID = 1;

    FileFailure(String message, IOException cause) {
        super(message, cause);
    }

    static FileFailure of(Path path, IOException cause) {
        return new FileFailure(path + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        String said = String.valueOf(cause.getMessage());
        String lower = said.toLowerCase(Locale.ROOT);
        if (cause instanceof AccessDeniedException || lower.contains("permission denied")) {
            return "no permission";
        }
        if (cause instanceof NotDirectoryException
                || cause instanceof FileAlreadyExistsException
                || lower.contains("not a directory")) {
            return "not a directory";
        }
        if (lower.contains("no space left") || lower.contains("quota exceeded")) {
            return "the disk is full";
        }
        if (lower.contains("read-only") || cause.getCause() instanceof ReadOnlyFileSystemException) {
            return "the file system is read-only";
        }
        return cause instanceof NoSuchFileException ? "it is gone" : said;
    }
}
