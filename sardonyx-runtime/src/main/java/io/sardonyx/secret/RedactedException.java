package io.sardonyx.secret;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Copy of an exception for the log, with secrets redacted from its message and causes, and the same stack traces. */
final class RedactedException extends Exception {

    private static final long serialVersionUID = 1;

    /** Limit for chains of causes, which may be cyclic. */
    private static final int MOST_CAUSES = 50;

    private RedactedException(Throwable thrown, @Nullable Throwable cause, Secrets secrets) {
        super(secrets.redacted(Secrets.words(thrown)), cause);
        setStackTrace(thrown.getStackTrace());
    }

    /** Redacts an exception and its causes; suppressed exceptions are omitted. */
    static RedactedException of(Throwable thrown, Secrets secrets) {
        var causes = new ArrayList<Throwable>();
        for (Throwable each = thrown.getCause(); each != null && causes.size() < MOST_CAUSES; each = each.getCause()) {
            causes.add(0, each);
        }
        RedactedException cause = null;
        for (Throwable each : causes) {
            cause = new RedactedException(each, cause, secrets);
        }
        return new RedactedException(thrown, cause, secrets);
    }
}
