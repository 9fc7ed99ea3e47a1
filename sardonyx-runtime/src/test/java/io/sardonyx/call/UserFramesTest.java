package io.sardonyx.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserFramesTest {

    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement("functions", null, null, type, method, type.replaceAll(".*\\.", "") + ".java", 7);
    }

    @Test
    void onlyTheLinesOfTheFunctionAreToldAndWhatItWaitsIn() {
        assertThat(UserFrames.of(
                        frame("jdk.internal.misc.Unsafe", "park"),
                        frame("java.util.concurrent.CountDownLatch", "await"),
                        frame("com.acme.Client", "read"),
                        frame("com.acme.Words", "split"),
                        frame("java.lang.invoke.LambdaForm$MH", "invoke"),
                        frame("io.sardonyx.function.FunctionLoop", "apply"),
                        frame("io.sardonyx.task.TaskPhases", "applyFunction")))
                .isEqualTo("in java.util.concurrent.CountDownLatch.await"
                        + " at com.acme.Client.read(Client.java:7) at com.acme.Words.split(Words.java:7)");
    }

    @Test
    void aLoopOfItsOwnIsToldByItsLine() {
        assertThat(UserFrames.of(frame("com.acme.Words", "spin"), frame("io.sardonyx.function.FunctionLoop", "apply")))
                .isEqualTo("at com.acme.Words.spin(Words.java:7)");
    }

    @Test
    void whatHasNoLinesOfItsOwnIsToldByWhatItIsIn() {
        assertThat(UserFrames.of(frame("java.lang.Thread", "sleep"), frame("io.sardonyx.task.TaskPhases", "read")))
                .isEqualTo("in java.lang.Thread.sleep");
        assertThat(UserFrames.of(frame("io.sardonyx.task.TaskPhases", "read")))
                .isEqualTo("in io.sardonyx.task.TaskPhases.read");
        assertThat(UserFrames.of()).isEqualTo("nowhere");
    }
}
