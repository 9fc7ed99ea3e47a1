package io.sardonyx.content;

import io.sardonyx.value.JobId;
import org.jspecify.annotations.Nullable;

/**
 * How documents about jobs are named: {@code kind/JOB/…}, parts separated by slashes.
 *
 * <p>Ids may have slashes of their own. They are escaped, for else the documents of job {@code a/b} would be deleted
 * with those of job {@code a}.
 */
public final class DocumentName {

    private DocumentName() {}

    /** A document of some kind about a job. */
    public static String of(String kind, JobId job, String... parts) {
        var name = new StringBuilder(kind).append('/').append(of(job));
        for (String part : parts) {
            name.append('/').append(escaped(part));
        }
        return name.toString();
    }

    /** A job as the second part of a name. */
    static String of(JobId job) {
        return escaped(job.text());
    }

    /** The job that a document is about; null when it is about none. */
    static @Nullable JobId jobOf(String name) {
        String[] parts = name.split("/", 3);
        try {
            return parts.length == 3 ? JobId.of(parts[1].replace("%2F", "/").replace("%25", "%")) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String escaped(String part) {
        return part.replace("%", "%25").replace("/", "%2F");
    }
}
