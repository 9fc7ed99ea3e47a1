package io.sardonyx.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionLoaderTest {

    private static final String WORDS = Words.class.getName();

    @TempDir
    private Path directory;

    private Path jar;

    /** What a user might write. */
    public static final class Words {

        private Words() {}

        public static int length(String word) {
            return word.length();
        }

        public static String twice(String word) {
            return word + word;
        }

        public static String twice(String word, String between) {
            return word + between + word;
        }

        static int hidden(String word) {
            return word.length();
        }
    }

    @BeforeEach
    void pack() throws IOException {
        jar = directory.resolve("words.jar");
        String file = WORDS.replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream type = Words.class.getClassLoader().getResourceAsStream(file)) {
            out.putNextEntry(new JarEntry(file));
            out.write(type == null ? new byte[0] : type.readAllBytes());
            out.closeEntry();
        }
    }

    @Test
    void functionIsFoundByItsName() throws Exception {
        try (FunctionLoader functions = FunctionLoader.in(List.of(jar), List.of())) {
            assertThat(functions.named(WORDS + "::length").invoke(null, "abc")).isEqualTo(3);
            assertThat(functions.named(WORDS + "::length")).isSameAs(functions.named(WORDS + "::length"));
        }
    }

    @Test
    void onlyWhatIsAllowedIsEverLoaded() throws IOException {
        try (FunctionLoader functions = FunctionLoader.in(List.of(jar), List.of())) {
            assertThatThrownBy(() -> functions.named("java.lang.System::exit"))
                    .hasMessageContaining("is not allowed here; it is in none of the jars");
        }
        try (FunctionLoader functions = FunctionLoader.in(List.of(jar), List.of("com.acme."))) {
            assertThatThrownBy(() -> functions.named(WORDS + "::length"))
                    .hasMessageContaining("allowed are: com.acme.");
        }
        for (String prefix : List.of("io.sardonyx.function.", "io.sardonyx.function", "io.sardonyx", WORDS)) {
            try (FunctionLoader functions = FunctionLoader.in(List.of(), List.of(prefix))) {
                assertThat(functions.named(WORDS + "::length").getName()).isEqualTo("length");
            }
        }
    }

    @Test
    void accessorsAreFoundWhereStaticMethodsAre() throws IOException {
        String accessor = Order.class.getName() + "::customer";
        try (FunctionLoader functions = FunctionLoader.in(List.of(jar), List.of())) {
            assertThatThrownBy(() -> functions.named(accessor)).hasMessageContaining("is not allowed here");
            assertThatThrownBy(() -> functions.named("java.lang.String::length"))
                    .hasMessageContaining("is not allowed here");
        }
        try (FunctionLoader functions = FunctionLoader.in(List.of(), List.of(Order.class.getName()))) {
            assertThat(functions.named(accessor).getDeclaringClass()).isEqualTo(Order.class);
        }
    }

    @Test
    void whatIsAllowedEndsWhereANameEnds() throws IOException {
        for (String prefix : List.of("io.sardonyx.func", "io.sardony", WORDS.substring(0, WORDS.length() - 1))) {
            try (FunctionLoader functions = FunctionLoader.in(List.of(), List.of(prefix))) {
                assertThatThrownBy(() -> functions.named(WORDS + "::length"))
                        .hasMessageContaining("is not allowed here");
            }
        }
    }

    @Test
    void whatIsNoFunctionIsRefusedWithItsReason() throws IOException {
        try (FunctionLoader functions = FunctionLoader.in(List.of(jar), List.of())) {
            assertThatThrownBy(() -> functions.named("split")).hasMessageContaining("com.acme.Words::split");
            assertThatThrownBy(() -> functions.named(WORDS + "::twice")).hasMessageContaining("several");
            assertThatThrownBy(() -> functions.named(WORDS + "::hidden"))
                    .hasMessageContaining("no public static method or accessor hidden; it has [length, twice]");
        }
    }

    @Test
    void fileThatIsNoJarIsNamed() throws IOException {
        Path text = Files.writeString(directory.resolve("words.txt"), "words");
        assertThatThrownBy(() -> FunctionLoader.in(List.of(text), List.of()))
                .hasMessageContaining("words.txt is no jar");
        assertThatThrownBy(() -> FunctionLoader.in(List.of(directory.resolve("none.jar")), List.of()))
                .hasMessageContaining("none.jar is no file");
    }
}
