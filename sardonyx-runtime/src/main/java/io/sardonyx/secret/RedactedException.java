package io.sardonyx.secret;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** What somebody else's code threw, without the secrets that are in it, for the log. */
final class RedactedException extends Exception {

    private static final long serialVersionUID = 1;

    /** A chain of causes may be a ring. */
    private static final int MOST_CAUSES = 50;

    private RedactedException(Throwable thrown, @Nullable Throwable cause, Secrets secrets) {
        super(secrets.redacted(Secrets.words(thrown)), cause);
        setStackTrace(thrown.getStackTrace());
    }

    /** The same in other words; what was suppressed is left out. */
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
