package io.sardonyx.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sardonyx.it.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The compiled classes of all modules; a new module is found by its directory, its name is without {@code sardonyx-}.
 */
record Project(JavaClasses everything) {

    private static final Pattern HOME = Pattern.compile("/sardonyx-([a-z]+)/target/(classes|test-classes)/");

    static final Project ALL = new Project(new ClassFileImporter()
            .importPaths(Checkout.modules().stream()
                    .flatMap(it -> Stream.of(it.resolve("target/classes"), it.resolve("target/test-classes")))
                    .filter(Files::isDirectory)
                    .toList()));

    /** The descriptors of the modules that have one. */
    static Map<String, ModuleDescriptor> descriptors() {
        var descriptors = new TreeMap<String, ModuleDescriptor>();
        for (Path module : Checkout.modules()) {
            Path file = module.resolve("target/classes/module-info.class");
            if (Files.exists(file)) {
                try (InputStream in = Files.newInputStream(file)) {
                    descriptors.put(
                            module.getFileName().toString().replace("sardonyx-", ""), ModuleDescriptor.read(in));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return descriptors;
    }

    JavaClasses main() {
        return in("/target/classes/");
    }

    /** The main code of a module. */
    JavaClasses module(String name) {
        return in("/sardonyx-" + name + "/target/classes/");
    }

    private JavaClasses in(String place) {
        return everything.that(describe("in " + place, type -> uri(type).contains(place)));
    }

    /** The module of a class, or an empty string when it is not one of ours. */
    static String moduleOf(JavaClass type) {
        Matcher home = HOME.matcher(uri(type));
        return home.find() ? home.group(1) : "";
    }

    private static String uri(JavaClass type) {
        return type.getSource().map(source -> source.getUri().toString()).orElse("");
    }
}
