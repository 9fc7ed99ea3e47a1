package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Unavailable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Locale;

/**
 * Tells transient I/O failures, such as a full disk, from permanent ones. The JDK has no types for these, so it goes by
 * the operating system's messages.
 */
final class TransientFailures {

    private static final List<String> SAID = List.of(
            "no space left", // ENOSPC
            "quota exceeded", // EDQUOT
            "read-only file system", // EROFS
            "stale", // ESTALE
            "transport endpoint is not connected", // ENOTCONN, of file systems in user space
            "host is down"); // EHOSTDOWN

    private TransientFailures() {}

    /**
     * With this message: {@link Unavailable} if the failure is transient, which leads to a retry, else a plain
     * exception.
     */
    static IOException classified(String what, IOException failure) {
        return mayPass(failure) ? new Unavailable(what, failure) : new IOException(what, failure);
    }

    /** Whether the failure, or its cause, is transient. */
    static boolean mayPass(Throwable failure) {
        /* The whole message begins with the path, which must not match. */
        String message = failure instanceof FileSystemException of ? of.getReason() : failure.getMessage();
        String said = String.valueOf(message).toLowerCase(Locale.ROOT);
        Throwable cause = failure.getCause();
        return failure instanceof IOException && SAID.stream().anyMatch(said::contains)
                || cause != null && cause != failure && mayPass(cause);
    }
}
