package io.sardonyx.task.input;

import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Unreadable;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queries of the store, one at a time, with retries: a damaged answer counts as a failure, like none. Answers are
 * handled in a later turn of the task.
 */
public final class StoreQuery {

    private final Mailbox mailbox;
    private final StoreRetry retry;
    private boolean asking;
    /* What the present query is about, if its failure would not say so. */
    private String subject = "";

    StoreQuery(Mailbox mailbox, StoreRetry retry) {
        this.mailbox = mailbox;
        this.retry = retry;
    }

    /** Queries for the checkpoints and the list of partitions of an input. */
    public static StoreQuery ofPartitions(Mailbox mailbox, JobId job, TaskName task) {
        return new StoreQuery(
                mailbox,
                new StoreRetry(
                        "a checkpoint or the list of partitions of task " + task + " of job " + job,
                        "sardonyx job reset " + job + " " + task
                                + " deletes what is damaged of them and says what will be read again"));
    }

    /** Queries for what a task keeps in a job with checkpoints: the manifest, and state files. */
    public static StoreQuery ofState(Mailbox mailbox, JobId job, TaskName task) {
        return new StoreQuery(
                mailbox,
                new StoreRetry(
                        "the state of task " + task + " of job " + job,
                        "put it back as it was written, or start processes with the classes that it was written with;"
                                + " or go on from an older checkpoint, which counts again what came since: sardonyx job"
                                + " checkpoints " + job + " lists them, job kill " + job + " and job resume " + job
                                + "@NUMBER take one"));
    }

    /** Whether a query is in flight. */
    public boolean isAsking() {
        return asking;
    }

    /** Whether the back-off after a failure is over. */
    public boolean isDue(long nowNanos) {
        return retry.isDue(nowNanos);
    }

    /** Sends a query; only when none is in flight. */
    public <T> void ask(CompletionStage<T> question, Consumer<T> onAnswer) {
        subject = "";
        ask(question, onAnswer, () -> {});
    }

    /**
     * Sends a query; only when none is in flight.
     *
     * @param about what is read or written, for a failure
     * @param question may fail with an {@link UncheckedIOException} before it is sent
     */
    public <T> void ask(String about, Supplier<CompletionStage<T>> question, Consumer<T> onAnswer) {
        subject = about;
        CompletionStage<T> asked;
        try {
            asked = question.get();
        } catch (UncheckedIOException e) {
            asked = CompletableFuture.failedFuture(e);
        }
        ask(asked, onAnswer, () -> {});
    }

    /**
     * Sends a query; {@code onFailure} runs before the back-off starts, and not for an answer that turns out to be
     * damaged.
     */
    <T> void ask(CompletionStage<T> question, Consumer<T> onAnswer, Runnable onFailure) {
        asking = true;
        mailbox.await(
                question,
                answer -> {
                    asking = false;
                    try {
                        onAnswer.accept(answer);
                        retry.succeeded();
                    } catch (BadInput damaged) {
                        retry.failed(subject, unreadable(damaged));
                    } catch (Unreadable missing) {
                        retry.failed(subject, missing);
                    }
                },
                failure -> {
                    asking = false;
                    onFailure.run();
                    retry.failed(subject, failure instanceof BadInput damaged ? unreadable(damaged) : failure);
                });
    }

    private static Unreadable unreadable(BadInput damaged) {
        return new Unreadable("it is damaged: " + damaged.getMessage(), damaged);
    }

    /** What is waited for, from the third failure in a row on; else null. */
    @Nullable
    public Waiting waiting() {
        return retry.waiting();
    }
}
