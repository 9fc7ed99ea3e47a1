package io.sardonyx.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** What the module descriptors of the tree export, and to whom; it holds on the class path, too. */
final class Exports {

    /** By module, such as {@code sardonyx-core}; one without a descriptor is open to all. */
    private final Map<String, ModuleDescriptor> descriptors = new TreeMap<>();

    private final Function<JavaClass, String> moduleOf;

    Exports(Iterable<Path> modules, Function<JavaClass, String> moduleOf) {
        this.moduleOf = moduleOf;
        for (Path module : modules) {
            Path file = module.resolve("target/classes/module-info.class");
            if (Files.exists(file)) {
                descriptors.put(module.getFileName().toString(), read(file));
            }
        }
    }

    private static ModuleDescriptor read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return ModuleDescriptor.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The modules that have a descriptor. */
    Map<String, ModuleDescriptor> descriptors() {
        return descriptors;
    }

    ArchRule seeOnlyWhatIsExportedToThem() {
        return classes()
                .should(new Finding(
                        "see only what other modules export to theirs",
                        type -> type.getDirectDependenciesFromSelf().stream()
                                .filter(this::isHidden)
                                .map(Dependency::getDescription)
                                .toList()))
                .because("on the module path it would not compile, and what is not exported changes at will");
    }

    private boolean isHidden(Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        String from = moduleOf.apply(dependency.getOriginClass());
        String to = moduleOf.apply(target);
        return !to.equals(from)
                && Optional.ofNullable(descriptors.get(to))
                        .filter(descriptor -> !isExported(descriptor, target.getPackageName(), from))
                        .isPresent();
    }

    private static boolean isExported(ModuleDescriptor descriptor, String name, String module) {
        String reader = "io." + module.replace('-', '.');
        return descriptor.exports().stream()
                .anyMatch(export -> export.source().equals(name)
                        && (!export.isQualified() || export.targets().contains(reader)));
    }
}
