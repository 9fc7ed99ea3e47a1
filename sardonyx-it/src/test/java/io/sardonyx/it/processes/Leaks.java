package io.sardonyx.it.processes;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.plugin.Unavailable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Functions that cannot keep a secret; public, since jobs name them. */
public final class Leaks {

    private Leaks() {}

    /** Throws whatever it was trusted with, also where only causes are looked at. */
    public static String denied(String line, @Param("token") String token) {
        if (token.isEmpty()) {
            return line;
        }
        throw new IllegalStateException("denied for " + token, new IllegalArgumentException("bad token " + token));
    }

    public static String same(String line) {
        return line;
    }

    /** An output that cannot be made. */
    public static Output broken(TaskContext context) {
        return Optional.<Output>empty()
                .orElseThrow(() -> new IllegalStateException("cannot log in as " + context.parameters()));
    }

    /** An output whose server is away. */
    public static Output away(TaskContext context) throws Unavailable {
        return Optional.<Output>empty().orElseThrow(() -> new Unavailable("nobody answers " + context.parameters()));
    }

    /** An input that cannot be listed. */
    public static Input unlisted(TaskContext context) {
        return new Input() {
            @Override
            public List<String> partitions() throws IOException {
                throw new IOException("cannot list with " + context.parameters());
            }

            @Override
            public Partition open(String partition, @Nullable String position) {
                throw new IllegalStateException("it has no partition " + partition);
            }
        };
    }

    /** Fails at the end, which is only told in the log. */
    public static Lifecycle talkative(@Param("token") String token) {
        return new Lifecycle() {
            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                throw new IllegalStateException("good-bye " + token);
            }
        };
    }
}
