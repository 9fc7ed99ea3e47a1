package io.sardonyx.follow;

import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A log whose every answer a test decides. */
public final class ListLog implements Log {

    public final List<byte[]> entries = new ArrayList<>();
    public Runnable nudge = () -> {};

    /** So many calls to come fail. */
    public int failures;

    /** How they fail. */
    public RuntimeException failure = new IllegalStateException("no answer");

    /** What a failing append does first. */
    public boolean failingAppendsArrive;

    /** Whether reads are kept without an answer. */
    public boolean silent;

    /** Whether appends arrive without an answer. */
    public boolean silentAppends;

    public final List<CompletableFuture<Slice>> unanswered = new ArrayList<>();

    public Optional<Origin> origin = Optional.empty();
    private long floor;

    public void trim(Origin to) {
        origin = Optional.of(to);
        floor = to.position() + 1;
    }

    private <T> CompletionStage<T> answer(Supplier<T> call) {
        if (failures > 0) {
            failures--;
            return CompletableFuture.failedStage(failure);
        }
        return CompletableFuture.completedStage(call.get());
    }

    @Override
    public CompletionStage<Long> append(List<byte[]> more) {
        long first = entries.size();
        if (failures == 0 || failingAppendsArrive) {
            entries.addAll(more);
        }
        return silentAppends ? new CompletableFuture<>() : answer(() -> first);
    }

    @Override
    public CompletionStage<Slice> read(long from, int limit) {
        if (silent) {
            var never = new CompletableFuture<Slice>();
            unanswered.add(never);
            return never;
        }
        return answer(() -> {
            if (from < floor) {
                return Slice.TRIMMED;
            }
            int start = (int) Math.min(from, entries.size());
            return Slice.of(entries.subList(start, Math.min(entries.size(), start + limit)));
        });
    }

    @Override
    public CompletionStage<Optional<Origin>> origin() {
        return answer(() -> origin);
    }

    @Override
    public CompletionStage<Boolean> rebase(Origin next) {
        return answer(() -> {
            trim(next);
            return true;
        });
    }

    @Override
    public Watch onAppend(Runnable wished) {
        nudge = wished;
        return () -> nudge = () -> {};
    }
}
