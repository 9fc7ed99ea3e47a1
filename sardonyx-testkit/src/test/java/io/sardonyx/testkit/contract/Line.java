package io.sardonyx.testkit.contract;

import io.sardonyx.testkit.contract.Frames.Frame;
import io.sardonyx.testkit.contract.Frames.Reader;
import io.sardonyx.testkit.contract.Frames.Writer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The line to a {@link Servant}: requests go out, and answers and nudges come back, on a thread of its own. */
final class Line {

    private final Process process;
    private final DataOutputStream out;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Frame>> waiting = new ConcurrentHashMap<>();
    private final Map<Integer, Runnable> nudges = new ConcurrentHashMap<>();

    Line(Process process) {
        this.process = process;
        out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        var listener = new Thread(this::listen, "hears process " + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    /** Reads an answer that is known by its number. */
    interface NumberedReader<T> {
        T from(int id, DataInputStream in) throws IOException;
    }

    <T> CompletableFuture<T> call(Op op, Writer request, Reader<T> reader) {
        return call(op, request, (id, in) -> reader.from(in));
    }

    <T> CompletableFuture<T> call(Op op, Writer request, NumberedReader<T> reader) {
        return ask(lastId.incrementAndGet(), op, request, reader);
    }

    int watch(Op op, Writer request, Runnable nudge) {
        int id = lastId.incrementAndGet();
        nudges.put(id, nudge);
        ask(id, op, request, (ignored, in) -> true).join();
        return id;
    }

    private <T> CompletableFuture<T> ask(int id, Op op, Writer request, NumberedReader<T> reader) {
        var frame = new CompletableFuture<Frame>();
        waiting.put(id, frame);
        try {
            Frames.send(out, new Frame(id, Frames.REQUEST, Frames.body(to -> {
                Frames.text(to, op.name());
                request.to(to);
            })));
        } catch (IOException gone) {
            frame.completeExceptionally(gone);
        }
        return frame.thenApply(it -> read(it, reader)).orTimeout(60, TimeUnit.SECONDS);
    }

    private static <T> T read(Frame frame, NumberedReader<T> reader) {
        try {
            if (frame.kind() == Frames.FAILURE) {
                throw new IllegalStateException(frame.<String>read(Frames::text));
            }
            return frame.read(in -> reader.from(frame.id(), in));
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private void listen() {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            while (true) {
                hear(Frames.receive(in));
            }
        } catch (IOException gone) {
            waiting.values().forEach(it -> it.completeExceptionally(gone));
        }
    }

    private void hear(Frame frame) {
        if (frame.kind() == Frames.NUDGE) {
            try {
                nudges.get(frame.id()).run();
            } catch (RuntimeException onPurpose) {
                nudges.get(frame.id()); // some nudges of the contracts throw
            }
            return;
        }
        waiting.remove(frame.id()).complete(frame);
    }

    /** Ends the process as SIGKILL does. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
