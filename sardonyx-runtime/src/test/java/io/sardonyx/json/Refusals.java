package io.sardonyx.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Documents that must be refused, each with a part of what is said about it. */
public final class Refusals {

    private Refusals() {}

    /** The cases of a file: a document, then {@code ! message}, then a blank line. */
    public static Stream<DynamicTest> of(String name, Consumer<String> reading) {
        return Stream.of(Texts.resource("/refusals/" + name + ".txt").strip().split("\n\n"))
                .map(example -> {
                    String[] parts = example.split("\n! ", 2);
                    String document = parts[0].replace("\n", "");
                    return DynamicTest.dynamicTest(
                            parts[1],
                            () -> assertThatThrownBy(() -> reading.accept(document))
                                    .as(document)
                                    .isInstanceOf(BadInput.class)
                                    .hasMessageContaining(parts[1].strip()));
                });
    }
}
