package io.sardonyx.wire;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The listeners of a wire, an immutable list: called when frames arrived, there is room again, or a link changed its
 * state. They run on the wire's thread, which they must not block.
 */
public final class WireListeners {

    public static final WireListeners NONE = new WireListeners(List.of());

    /** A registration, compared by identity so that one callback may be registered twice. */
    public static final class Registration {

        private final Runnable listener;

        public Registration(Runnable listener) {
            this.listener = listener;
        }
    }

    private final List<Registration> registrations;

    private WireListeners(List<Registration> registrations) {
        this.registrations = registrations;
    }

    public WireListeners with(Registration added) {
        return new WireListeners(
                Stream.concat(registrations.stream(), Stream.of(added)).toList());
    }

    public WireListeners without(Registration removed) {
        return new WireListeners(
                registrations.stream().filter(each -> each != removed).toList());
    }

    /**
     * Calls all listeners.
     *
     * @param onFailure gets what a listener throws; the others are called all the same
     */
    public void call(Consumer<RuntimeException> onFailure) {
        for (Registration registration : registrations) {
            try {
                registration.listener.run();
            } catch (RuntimeException e) {
                onFailure.accept(e);
            }
        }
    }
}
