package io.sardonyx.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.Call;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Partition;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MakersTest {

    private final StubContext context = new StubContext();
    private final Binder binder = new Binder(FunctionLoader.onClassPath(), context);

    private static Call call(String method) {
        return Call.to(Makers.class.getName() + "::" + method);
    }

    @BeforeEach
    void forget() {
        Makers.TAKEN.clear();
    }

    @Test
    void lifecycleIsMadeWithItsParameters() throws Exception {
        binder.lifecycle(call("providing").with("name", "thing")).beforeTask(context);
        assertThat(context.resource("thing")).contains("provided by task");
        assertThat(binder.lifecycle(call("fixed"))).isEqualTo(new Makers.Providing("fixed"));
    }

    @Test
    void failureToMakeALifecycleIsItsOwn() {
        assertThatThrownBy(() -> binder.lifecycle(call("nobody").with("fail", true)))
                .isInstanceOf(IOException.class)
                .hasMessage("no lifecycle for task");
        assertThatThrownBy(() -> binder.lifecycle(call("nobody")))
                .hasMessageContaining("nobody returned null instead of what it is to make");
        assertThatThrownBy(() -> binder.lifecycle(call("input")))
                .hasMessageContaining(
                        "is to return io.sardonyx.plugin.Lifecycle, but returns io.sardonyx.plugin.Input");
    }

    @Test
    void inputReadsWhatAMethodGivesAndGoesOnWhereItWas() throws Exception {
        try (Input input = binder.input(call("numbers").with("count", 5))) {
            assertThat(input.partitions()).containsExactly("all");
            var segments = new Object[3];
            String position;
            try (Partition first = input.open("all", null)) {
                assertThat(first.poll(segments)).isEqualTo(3);
                assertThat(segments).containsExactly(1, 2, 3);
                assertThat(first.isAtEnd()).isFalse();
                position = first.position();
            }
            try (Partition second = input.open("all", position)) {
                assertThat(second.poll(segments)).isEqualTo(2);
                assertThat(segments).startsWith(4, 5);
                assertThat(second.isAtEnd()).isTrue();
                assertThat(second.position()).isEqualTo("5");
            }
        }
        try (Input own = binder.input(call("input"));
                Partition opened = own.open("all", null)) {
            assertThat(opened.isAtEnd()).isFalse();
        }
        assertThatThrownBy(() -> binder.input(call("output"))).hasMessageContaining("is to return");
    }

    @Test
    void outputGivesSegmentsToAMethod() throws Exception {
        try (Output output = binder.output(call("take").with("refused", "bad"))) {
            Object[] segments = {"a", "b", "bad", "c"};
            assertThat(output.write(segments, 0, 4)).isEqualTo(2);
            assertThatThrownBy(() -> output.write(segments, 2, 4)).hasRootCauseMessage("refused bad");
            assertThat(output.write(segments, 3, 4)).isEqualTo(1);
            assertThat(output.settled()).isEqualTo(3);
        }
        try (Output own = binder.output(call("output"))) {
            assertThat(own.write(new Object[] {"d"}, 0, 1)).isEqualTo(1);
        }
        assertThat(Makers.TAKEN).containsExactly("a", "b", "c", "d");
    }
}
