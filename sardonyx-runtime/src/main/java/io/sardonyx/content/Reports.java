package io.sardonyx.content;

import io.sardonyx.port.Documents;
import io.sardonyx.report.JobReport;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reads the {@link JobReport}s that groups have stored. */
public final class Reports {

    /** Most reports that are read for a job. */
    private static final int MOST_GROUPS = 1_000;

    private final Documents documents;

    public Reports(Documents documents) {
        this.documents = documents;
    }

    /** The latest report of each group on a job. */
    public CompletionStage<List<JobReport>> read(JobId job) {
        return documents
                .names(ReportDocument.prefix(job))
                .thenCompose(names ->
                        documents.read(names.stream().limit(MOST_GROUPS).toList()))
                .thenApply(found -> found.stream()
                        .map(document -> ReportDocument.read(document.body()))
                        .toList());
    }
}
