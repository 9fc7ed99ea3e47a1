package io.sardonyx.it.tidiness;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.it.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tree is tidy, but for what the list of exceptions allows; and the list is no longer than it must be. */
class TidinessTest {

    private static final Path EXCEPTIONS = Path.of("sardonyx-it/src/test/resources/tidiness-exceptions.txt");

    @Test
    void theTreeIsTidy() throws IOException {
        Path root = Checkout.root();
        try (var lines = Files.lines(root.resolve(EXCEPTIONS))) {
            assertThat(Exceptions.parse(lines).judge(Tidiness.of(root)))
                    .as("what is untidy; for an exception, or to remove one, see %s", EXCEPTIONS)
                    .isEmpty();
        }
    }
}
