package io.sardonyx.function;

import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.plugin.TaskContext;
import java.lang.reflect.Method;

/**
 * Makes the calls of a job callable for one task of one peer.
 *
 * <p>Arguments are taken when a call is bound; so lifecycles that provide resources come first.
 */
public final class Binder {

    private final Functions functions;
    private final TaskContext context;

    public Binder(Functions functions, TaskContext context) {
        this.functions = functions;
        this.context = context;
    }

    /**
     * What a task does to its segments.
     *
     * @throws BadFunction that says why that cannot be called
     */
    public SegmentFunction function(CatalogEntry entry) {
        Call call = entry.function();
        if (call == null) {
            return Identity.IDENTITY;
        }
        return entry.batch() ? batchFunction(call) : function(call);
    }

    /** A method of one segment. */
    public SegmentFunction function(Call call) {
        Method method = functions.named(call.name());
        return bound(Signature.about(method), call).loop(functions.copies(), ResultKind.of(method));
    }

    /** A method of a list of segments. */
    public SegmentFunction batchFunction(Call call) {
        Signature signature = Signature.aboutBatch(functions.named(call.name()));
        return bound(signature, call).loop(functions.copies(), ResultKind.ofBatch(signature.method()));
    }

    private BoundFunction bound(Signature signature, Call call) {
        return BoundFunction.of(signature, call, context);
    }
}
