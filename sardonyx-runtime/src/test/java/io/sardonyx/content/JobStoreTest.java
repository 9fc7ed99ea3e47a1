package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.jobfile.RandomJobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.Stores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobStoreTest {

    private final Store store = Stores.open("memory:job-store");
    private final Documents documents = store.documents();
    private final JobStore jobs = new JobStore(documents);

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static Job job(String id, int bytes) {
        return Job.named(id)
                .input("in", Call.to("lines"))
                .output("out", Call.to("stdout"))
                .path("in", "out")
                .metadata(Map.of("texts", texts(bytes)))
                .build();
    }

    /** No text of a document is longer than 1 MiB. */
    private static List<String> texts(int bytes) {
        String part = "x".repeat(bytes / 16);
        var texts = new ArrayList<>(Collections.nCopies(15, part));
        texts.add("x".repeat(bytes - 15 * part.length()));
        return texts;
    }

    /** A job whose content has exactly so many bytes. */
    private static Job sized(String id, int bytes) {
        int rest = JobFile.write(job(id, 16)).length - 16;
        return job(id, bytes - rest);
    }

    @Test
    void anyJobIsReadAsItWasWritten() {
        for (long seed = 0; seed < 200; seed++) {
            Job job = new RandomJobs(seed).next();
            Outline outline = done(jobs.write(job));
            assertThat(outline).isEqualTo(JobStore.outline(job));
            assertThat(done(jobs.read(outline))).isEqualTo(job);
        }
    }

    @Test
    void longJobIsCutIntoChunksOfWhichTheLastIsNotFull() {
        for (int bytes :
                List.of(Documents.MAX_BYTES - 1, Documents.MAX_BYTES, Documents.MAX_BYTES + 1, JobStore.MAX_BYTES)) {
            Job job = sized("long " + bytes, bytes);
            Outline outline = done(jobs.write(job));
            assertThat(done(documents.names("jobs/long " + bytes + "/" + outline.contentHash() + "/")))
                    .hasSize(bytes / Documents.MAX_BYTES + 1);
            assertThat(done(jobs.read(outline))).isEqualTo(job);
        }
        assertThatThrownBy(() -> done(jobs.write(sized("longer", JobStore.MAX_BYTES + 1))))
                .hasCauseInstanceOf(BadJob.class)
                .hasMessageContaining("at most");
    }

    @Test
    void writingAgainIsTheSameAsOnceAndMendsWhatIsDamaged() {
        Job job = job("j", 16);
        Outline outline = done(jobs.write(job));
        String name = DocumentName.of("jobs", job.id(), outline.contentHash(), "0");
        long version = done(documents.read(List.of(name))).get(0).version();
        done(jobs.write(job));
        long again = done(documents.read(List.of(name))).get(0).version();
        assertThat(again).as("so that nobody takes it for a leftover").isNotEqualTo(version);
        assertThat(done(jobs.read(outline))).isEqualTo(job);
        done(documents.write(name, new byte[] {'{'}, again));
        assertUnreadable(outline, "is damaged: its hash is");
        done(jobs.write(job));
        assertThat(done(jobs.read(outline))).isEqualTo(job);
    }

    private void assertUnreadable(Outline outline, String complaint) {
        assertThatThrownBy(() -> done(jobs.read(outline)))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(Unreadable.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void whatIsMissingOrOfAnotherJobIsNamed() {
        assertUnreadable(JobStore.outline(job("j", 16)), "is not stored: there is no document jobs/j/");
        assertUnreadable(Outline.of(job("j", 16), ""), "was submitted without content");
        Outline other = done(jobs.write(job("j", 16)));
        Job more = Job.named("j")
                .input("in", Call.to("lines"))
                .output("elsewhere", Call.to("stdout"))
                .path("in", "elsewhere")
                .build();
        assertUnreadable(Outline.of(more, other.contentHash()), "is not what the log says of it");
    }

    @Test
    void jobThatCannotBeWrittenDownIsRefused() {
        Job half = Job.named("half \ud83d")
                .id("j")
                .input("in", Call.to("lines"))
                .output("out", Call.to("stdout"))
                .path("in", "out")
                .build();
        assertThatThrownBy(() -> JobStore.outline(half)).isInstanceOf(BadJob.class);
    }

    @Test
    void jobWhoseTasksAreTooManyForTheLogIsRefusedBeforeAnythingIsStored() {
        var builder = Job.named("many").id("j").input("in", Call.to("lines"));
        String before = "in";
        for (int i = 0; i < 4_000; i++) {
            String name = "t" + i + "x".repeat(150);
            builder.function(name, Call.to("a.B::c")).path(before, name);
            before = name;
        }
        Job many = builder.output("out", Call.to("stdout")).path(before, "out").build();
        assertThatThrownBy(() -> JobStore.outline(many))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("has 4002 tasks with names and tags too long for the log");
    }
}
