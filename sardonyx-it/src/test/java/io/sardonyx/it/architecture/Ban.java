package io.sardonyx.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Types that must not be mentioned and members that must not be used, with the reason. */
record Ban(String name, String because, Predicate<JavaClass> type, Predicate<JavaAccess<?>> access) {

    static Ban of(String name, String because) {
        return new Ban(name, because, type -> false, access -> false);
    }

    Ban types(String... names) {
        var banned = Set.of(names);
        return types(type -> banned.contains(type.getName()));
    }

    /** All of these packages and what is below them, but for some types by name. */
    Ban packages(Set<String> roots, Set<String> excused) {
        return types(type -> !excused.contains(type.getName())
                && roots.stream()
                        .anyMatch(root -> type.getPackageName().equals(root)
                                || type.getPackageName().startsWith(root + ".")));
    }

    private Ban types(Predicate<JavaClass> more) {
        return new Ban(name, because, type.or(more), access);
    }

    Ban access(Predicate<JavaAccess<?>> more) {
        return new Ban(name, because, type, access.or(more));
    }

    /** Methods of one type by name, whatever their parameters. */
    Ban members(Class<?> owner, String... names) {
        var banned = Set.of(names);
        return access(it -> it.getTargetOwner().isEquivalentTo(owner)
                && banned.contains(it.getTarget().getName()));
    }

    /** Methods of one type or a subtype by name and number of parameters. */
    Ban method(Class<?> owner, String method, int parameters) {
        return access(it -> calls(it, owner, method, parameters));
    }

    static boolean calls(JavaAccess<?> access, Class<?> owner, String method, int parameters) {
        return access.getTargetOwner().isAssignableTo(owner)
                && access.getTarget().getName().equals(method)
                && access.getTarget() instanceof CodeUnitAccessTarget target
                && target.getRawParameterTypes().size() == parameters;
    }

    ArchRule rule() {
        return classes().should(new Finding("not use " + name, this::faults)).because(because);
    }

    private List<String> faults(JavaClass subject) {
        var mentions = subject.getDirectDependenciesFromSelf().stream()
                .filter(it -> type.test(it.getTargetClass().getBaseComponentType()))
                .map(Dependency::getDescription);
        var uses = subject.getAccessesFromSelf().stream().filter(access).map(JavaAccess::getDescription);
        return Stream.concat(mentions, uses).toList();
    }
}
