package io.sardonyx.content;

import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What groups have written down of how their tasks do. */
public final class Reports {

    /** Of more groups than this only some are read. */
    private static final int MOST_GROUPS = 1_000;

    private final Documents documents;

    public Reports(Documents documents) {
        this.documents = documents;
    }

    /** The latest report of each group on a job. */
    public CompletionStage<List<JobReport>> read(JobId job) {
        return documents
                .names(JobReport.prefix(job))
                .thenCompose(names ->
                        documents.read(names.stream().limit(MOST_GROUPS).toList()))
                .thenApply(found -> found.stream()
                        .map(document -> JobReport.read(document.body()))
                        .toList());
    }
}
