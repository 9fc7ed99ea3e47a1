package io.sardonyx.function;

import io.sardonyx.connect.provider.IterableInput;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Grouping;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.plugin.Unavailable;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of a job callable for one task of one peer. What cannot be called is refused with a
 * {@link BadFunction}.
 *
 * <p>BoundArguments are taken when a call is bound; so lifecycles that provide resources come first.
 */
public final class Binder {

    private final FunctionLoader functions;
    private final TaskContext context;

    public Binder(FunctionLoader functions, TaskContext context) {
        this.functions = functions;
        this.context = context;
    }

    /** A method of one segment that takes no state. */
    public SegmentFunction function(Call call) {
        return function(call, null);
    }

    /** What a task does to its segments and its state, which may be null if it has none. */
    public SegmentFunction function(CatalogEntry entry, @Nullable KeyedState state) {
        Call call = entry.function();
        if (call == null) {
            return SegmentFunction.Identity.IDENTITY;
        }
        return entry.batch() ? batchFunction(call) : function(call, state);
    }

    /** A method of one segment, or of one key. */
    public SegmentFunction function(Call call, @Nullable KeyedState state) {
        MethodSignature signature = MethodRole.FUNCTION.signature(functions.named(call.name()));
        BoundFunction bound = state == null
                ? BoundFunction.of(signature, call, context)
                : BoundFunction.of(signature, call, context, state);
        return bound.loop(functions.copies(), ResultKind.of(bound.method()));
    }

    /** What a method takes as state of its task. */
    public List<StateArgument> states(Call call) {
        return MethodRole.FUNCTION.signature(functions.named(call.name())).states();
    }

    /** A method of a list of segments. */
    public SegmentFunction batchFunction(Call call) {
        BoundFunction bound = bound(call, MethodRole.BATCH_FUNCTION);
        return bound.loop(functions.copies(), ResultKind.ofBatch(bound.method()));
    }

    /** How segments are grouped; null when they are not. */
    public @Nullable KeyFunction key(Grouping grouping) {
        return KeyFunction.of(grouping, functions, context);
    }

    /** When segments happened; null if the method is. */
    public @Nullable EventTime eventTime(@Nullable Call method) {
        return method == null ? null : EventTime.of(method, functions, context);
    }

    /** The declared type of the keys, as far as a function tells; else null. */
    public @Nullable Type keyType(Grouping grouping) {
        Call call = grouping.function();
        return call == null ? null : functions.named(call.name()).getGenericReturnType();
    }

    /** A method that says true or false of a segment, a passage or an exception. */
    public PassageFunction predicate(Call call) {
        return about(call, MethodRole.PREDICATE);
    }

    /** A method that makes a segment of a passage, an exception or another segment. */
    public PassageFunction transform(Call call) {
        return about(call, MethodRole.TRANSFORM);
    }

    private PassageFunction about(Call call, MethodRole role) {
        BoundFunction bound = bound(call, role);
        Class<?> subject = Objects.requireNonNull(bound.signature().subject(), "the subject");
        return new PassageFunction(
                bound.signature().name(), Conversion.boxed(subject), bound.invocation(functions.copies()));
    }

    /**
     * Has a lifecycle made.
     *
     * @throws Exception what its maker throws
     */
    public Lifecycle lifecycle(Call call) throws Exception {
        return (Lifecycle) bound(call, MethodRole.LIFECYCLE).made();
    }

    /**
     * Has the input made that a method gives, or one that reads what the method gives.
     *
     * @throws Exception what the method throws
     */
    public Input input(Call call) throws Exception {
        BoundFunction bound = bound(call, MethodRole.INPUT);
        return Input.class.isAssignableFrom(bound.method().getReturnType())
                ? (Input) bound.made()
                : new IterableInput(bound.signature().name(), bound::made);
    }

    /**
     * Has the output made that a method gives, or one that gives each segment to the method.
     *
     * @throws Exception what the method throws
     */
    public Output output(Call call) throws Exception {
        BoundFunction bound = bound(call, MethodRole.OUTPUT);
        return ResultKind.of(bound.method()) == ResultKind.NONE
                ? new CalledOutput(bound.invocation(functions.copies()))
                : (Output) bound.made();
    }

    private BoundFunction bound(Call call, MethodRole role) {
        return BoundFunction.of(role.signature(functions.named(call.name())), call, context);
    }

    /** Gives each segment to a method; what the method took is settled. */
    static final class CalledOutput implements Output {

        private final Invocation method;
        private long taken;

        CalledOutput(Invocation method) {
            this.method = method;
        }

        /** Stops in front of a segment that fails, so that the failure is about that one when it is offered again. */
        @Override
        public int write(Object[] segments, int from, int to) throws Exception {
            int at = from;
            try {
                for (; at < to; at++) {
                    method.call(segments[at]);
                }
            } catch (Unavailable | Superseded e) {
                throw e;
            } catch (Exception e) {
                if (at == from) {
                    throw new Refused(e);
                }
            } catch (Error e) {
                if (at == from) {
                    throw e;
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            taken += at - from;
            return at - from;
        }

        @Override
        public long settled() {
            return taken;
        }
    }
}
