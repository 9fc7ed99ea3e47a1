package io.sardonyx.function;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.Unavailable;

/** Gives each segment to a method; what the method took is settled. */
final class CalledOutput implements Output {

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
