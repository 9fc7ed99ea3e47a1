package io.sardonyx.it.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sardonyx.it.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The compiled classes of all modules, read once; a new module is found by its directory. */
final class Project {

    static final String OFFENDERS = "io.sardonyx.it.offenders";

    private static final Pattern HOME = Pattern.compile("/(sardonyx-[a-z]+)/target/(classes|test-classes)/");

    private final JavaClasses everything;

    private Project(JavaClasses everything) {
        this.everything = everything;
    }

    static Project load() {
        var places = Checkout.modules().stream()
                .flatMap(module -> Stream.of(module.resolve("target/classes"), module.resolve("target/test-classes")))
                .filter(Files::isDirectory)
                .toArray(Path[]::new);
        return new Project(new ClassFileImporter().importPaths(places).that(areNot(OFFENDERS)));
    }

    /** Planted classes that break a rule each. */
    static JavaClasses offenders(String name) {
        return new ClassFileImporter().importPackages(OFFENDERS + "." + name);
    }

    JavaClasses everything() {
        return everything;
    }

    JavaClasses main() {
        return everything.that(live("main code", "/target/classes/"));
    }

    JavaClasses core() {
        return module("core");
    }

    /** The main code of a module, by its name without {@code sardonyx-}. */
    JavaClasses module(String name) {
        return everything.that(live(name, "/sardonyx-" + name + "/target/classes/"));
    }

    /** The module of a class, or an empty string when it is not one of ours. */
    static String moduleOf(JavaClass type) {
        return type.getSource()
                .map(source -> HOME.matcher(source.getUri().toString()))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .orElse("");
    }

    private static DescribedPredicate<JavaClass> live(String name, String place) {
        return DescribedPredicate.describe(
                name,
                type -> type.getSource()
                        .filter(source -> source.getUri().toString().contains(place))
                        .isPresent());
    }

    private static DescribedPredicate<JavaClass> areNot(String root) {
        return DescribedPredicate.describe(
                "not below " + root, type -> !type.getPackageName().startsWith(root));
    }
}
