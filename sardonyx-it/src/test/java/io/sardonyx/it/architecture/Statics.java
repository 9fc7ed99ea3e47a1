package io.sardonyx.it.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.core.domain.JavaModifier.VOLATILE;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Nothing that all threads of a process share may change. */
final class Statics {

    private Statics() {}

    static Map<String, ArchRule> rules() {
        return Map.of("mutable statics", immutable(), "monitors and volatile fields", unshared());
    }

    private static ArchRule immutable() {
        return classes()
                .should(new Finding(
                        "have no static that can change",
                        type -> faults(
                                type.getFields(),
                                field -> isStatic(field) && (!isFinal(field) || isMutable(field.getRawType())),
                                " is static and can change")))
                .because("two clusters in one process, or two runs of one test, must not meet in it");
    }

    private static ArchRule unshared() {
        return classes()
                .should(new Finding(
                        "share nothing between threads",
                        type -> Stream.concat(
                                        faults(type.getMethods(), it -> has(it, SYNCHRONIZED), " is synchronized")
                                                .stream(),
                                        faults(type.getFields(), it -> has(it, VOLATILE), " is volatile").stream())
                                .toList()))
                .because("what belongs to one thread or never changes needs no guard");
    }

    private static <M extends JavaMember> List<String> faults(
            Collection<M> members, Predicate<M> isFault, String description) {
        return members.stream()
                .filter(isFault)
                .map(member -> member.getDescription() + description)
                .sorted()
                .toList();
    }

    /** Written by a person, not by the compiler. */
    private static boolean isStatic(JavaField field) {
        return has(field, STATIC) && !has(field, SYNTHETIC);
    }

    private static boolean isFinal(JavaField field) {
        return has(field, FINAL);
    }

    private static boolean has(JavaMember member, JavaModifier modifier) {
        return member.getModifiers().contains(modifier);
    }

    /** As far as a type can tell: an interface such as List may still hide a list that changes. */
    private static boolean isMutable(JavaClass type) {
        return type.isArray()
                || isChangingClass(type)
                || type.getPackageName().startsWith("java.util.concurrent")
                || isBuffer(type);
    }

    private static boolean isBuffer(JavaClass type) {
        return type.isAssignableTo(StringBuilder.class)
                || type.isAssignableTo(java.nio.Buffer.class)
                || type.isAssignableTo(java.util.BitSet.class);
    }

    /** A collection by its class rather than by an interface, or a class of ours with a field that is not final. */
    private static boolean isChangingClass(JavaClass type) {
        return !type.isInterface()
                && (isJdkCollection(type)
                        || type.getAllFields().stream().anyMatch(it -> isOurs(it) && !has(it, STATIC) && !isFinal(it)));
    }

    private static boolean isOurs(JavaField field) {
        return field.getOwner().getPackageName().startsWith("io.sardonyx");
    }

    private static boolean isJdkCollection(JavaClass type) {
        return type.getPackageName().startsWith("java.")
                && (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class));
    }
}
