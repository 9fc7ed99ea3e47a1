package io.sardonyx.content;

import io.sardonyx.value.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Names of documents that belong to jobs: {@code kind/JOB/…}, parts separated by slashes.
 *
 * <p>Slashes within ids are escaped, for else the documents of job {@code a/b} would be deleted with those of job
 * {@code a}.
 */
public final class DocumentName {

    private DocumentName() {}

    /** Name of a document of some kind that belongs to a job. */
    public static String of(String kind, JobId job, String... parts) {
        var name = new StringBuilder(kind).append('/').append(of(job));
        for (String part : parts) {
            name.append('/').append(escaped(part));
        }
        return name.toString();
    }

    /** A job id, escaped, as the second part of a name. */
    static String of(JobId job) {
        return escaped(job.text());
    }

    /** The job to which a document belongs; null when the name has none. */
    public static @Nullable JobId jobOf(String name) {
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
