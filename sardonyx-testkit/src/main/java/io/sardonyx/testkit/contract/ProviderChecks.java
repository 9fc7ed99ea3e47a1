package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.job.Parameters;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Assertions shared by the contracts of input and output plugins: registration as a service, and validation of
 * parameters.
 */
final class ProviderChecks {

    private ProviderChecks() {}

    static void assertFound(Class<?> service, Object provider, String name) {
        assertTrue(
                ServiceLoader.load(service).stream().anyMatch(it -> it.type().equals(provider.getClass())),
                "not in META-INF/services/" + service.getName());
        assertFalse(name.isBlank());
        assertFalse(name.contains("::"), "a name with :: is that of a method");
    }

    static void assertRefused(Map<Parameters, String> refused, Consumer<Parameters> check) {
        refused.forEach((parameters, word) -> {
            var refusal = assertThrows(
                    IllegalArgumentException.class,
                    () -> check.accept(parameters),
                    () -> parameters + " was not refused");
            assertTrue(
                    Objects.requireNonNull(refusal.getMessage()).contains(word),
                    () -> "'" + word + "' is not in: " + refusal.getMessage());
        });
    }
}
