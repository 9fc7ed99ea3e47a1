package io.sardonyx.opensearch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The body of a response, as long as it is not larger than a limit. */
final class LimitedBody implements BodySubscriber<byte[]> {

    private final int limit;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    LimitedBody(int limit) {
        this.limit = limit;
    }

    /** Exception for a response that is larger than what was waited for. */
    static final class TooLarge extends IOException {

        private static final long serialVersionUID = 1;

        TooLarge(int limit) {
            super("the response has more than " + limit + " bytes");
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (whole.isDone()) {
                return;
            }
            if (buffer.remaining() > limit - bytes.size()) {
                whole.completeExceptionally(new TooLarge(limit));
                if (subscription != null) {
                    subscription.cancel();
                }
                return;
            }
            byte[] copy = new byte[buffer.remaining()];
            buffer.get(copy);
            bytes.writeBytes(copy);
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
