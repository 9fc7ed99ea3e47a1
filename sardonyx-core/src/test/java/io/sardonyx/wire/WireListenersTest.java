package io.sardonyx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.wire.WireListeners.Registration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireListenersTest {

    private final List<RuntimeException> failures = new ArrayList<>();

    @Test
    void aListenerThatIsAddedTwiceIsCalledUntilBothAreRemoved() {
        int[] calls = {0};
        Runnable listener = () -> calls[0]++;
        var first = new Registration(listener);
        var second = new Registration(listener);
        WireListeners both = WireListeners.NONE.with(first).with(second);
        both.call(failures::add);
        assertThat(calls[0]).isEqualTo(2);
        WireListeners one = both.without(first).without(first);
        one.call(failures::add);
        assertThat(calls[0]).isEqualTo(3);
        one.without(second).call(failures::add);
        assertThat(calls[0]).isEqualTo(3);
        assertThat(failures).isEmpty();
    }

    @Test
    void aFailureIsPassedOnAndTheOthersAreCalled() {
        int[] calls = {0};
        var failure = new IllegalStateException("on purpose");
        WireListeners.NONE
                .with(new Registration(() -> {
                    throw failure;
                }))
                .with(new Registration(() -> calls[0]++))
                .call(failures::add);
        assertThat(calls[0]).isEqualTo(1);
        assertThat(failures).containsExactly(failure);
    }
}
