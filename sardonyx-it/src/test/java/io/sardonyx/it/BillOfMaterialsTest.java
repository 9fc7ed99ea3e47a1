package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who imports the bill of materials gets a version for every module that others build on. */
class BillOfMaterialsTest {

    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(sardonyx-\\w+)</artifactId>");

    /** Programs and tests, and the bill itself. */
    private static final Set<String> NOT_BUILT_ON = Set.of(
            "sardonyx-bench", "sardonyx-bom", "sardonyx-cli", "sardonyx-dist", "sardonyx-it", "sardonyx-servers");

    @Test
    void billNamesEveryLibrary() throws IOException {
        String bill = Files.readString(Checkout.root().resolve("sardonyx-bom/pom.xml"));
        List<String> managed = ARTIFACT.matcher(bill.substring(bill.indexOf("<dependencyManagement>")))
                .results()
                .map(found -> found.group(1))
                .toList();
        List<String> libraries = Checkout.modules().stream()
                .map(module -> module.getFileName().toString())
                .filter(module -> !NOT_BUILT_ON.contains(module))
                .toList();
        assertThat(managed).containsExactlyInAnyOrderElementsOf(libraries);
    }
}
