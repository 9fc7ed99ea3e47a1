package io.sardonyx.task.input;

import io.sardonyx.content.Waiting;
import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Unreadable;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One question to the store at a time; what is damaged is no more an answer than silence is, and asked for again. */
final class StoreQuery {

    private final Mailbox mailbox;
    private final StoreRetry retry;
    private boolean asking;

    StoreQuery(Mailbox mailbox, StoreRetry retry) {
        this.mailbox = mailbox;
        this.retry = retry;
    }

    /** Whether an answer is waited for. */
    boolean isAsking() {
        return asking;
    }

    /** Whether it may be asked, as far as earlier failures are concerned. */
    boolean isDue(long nowNanos) {
        return retry.isDue(nowNanos);
    }

    <T> void ask(CompletionStage<T> question, Consumer<T> onAnswer) {
        ask(question, onAnswer, () -> {});
    }

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

    /** What is waited for, since the third failure in a row; else null. */
    @Nullable
    Waiting waiting() {
        return retry.waiting();
    }
}
