package io.sardonyx.task.input;

import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Unreadable;
import io.sardonyx.report.Waiting;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Queries of the store, one at a time, with retries: a damaged answer counts as a failure, like none. Answers are
 * handled in a later turn of the task.
 */
final class StoreQuery {

    private final Mailbox mailbox;
    private final StoreRetry retry;
    private boolean asking;

    StoreQuery(Mailbox mailbox, StoreRetry retry) {
        this.mailbox = mailbox;
        this.retry = retry;
    }

    /** Whether a query is in flight. */
    boolean isAsking() {
        return asking;
    }

    /** Whether the back-off after a failure is over. */
    boolean isDue(long nowNanos) {
        return retry.isDue(nowNanos);
    }

    /** Sends a query; only when none is in flight. */
    <T> void ask(CompletionStage<T> question, Consumer<T> onAnswer) {
        ask(question, onAnswer, () -> {});
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
                        retry.failed(unreadable(damaged));
                    }
                },
                failure -> {
                    asking = false;
                    onFailure.run();
                    retry.failed(failure instanceof BadInput damaged ? unreadable(damaged) : failure);
                });
    }

    private static Unreadable unreadable(BadInput damaged) {
        return new Unreadable("it is damaged: " + damaged.getMessage(), damaged);
    }

    /** What is waited for, from the third failure in a row on; else null. */
    @Nullable
    Waiting waiting() {
        return retry.waiting();
    }
}
