package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.TaskContext;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginRegistryTest {

    /** A provider that is found by its name. */
    public static class One implements InputProvider {

        @Override
        public String name() {
            return "twice";
        }

        @Override
        public void check(Parameters parameters) {}

        @Override
        public Input open(TaskContext context) {
            throw new UnsupportedOperationException();
        }
    }

    /** Another one of the same name. */
    public static final class Other extends One {}

    @Test
    void aNameThatTwoProvideIsRefusedWithBoth(@TempDir Path directory) throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(InputProvider.class.getName()),
                One.class.getName() + "\n" + Other.class.getName() + "\n");
        try (var loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, PluginRegistryTest.class.getClassLoader())) {
            var plugins = PluginRegistry.in(loader);
            assertThatThrownBy(() -> plugins.input("twice"))
                    .hasMessageContaining("provided twice")
                    .hasMessageContaining(One.class.getName())
                    .hasMessageContaining(Other.class.getName())
                    .hasMessageContaining("leave one of them out");
            assertThat(plugins.input("generator").name()).isEqualTo("generator");
        }
    }
}
