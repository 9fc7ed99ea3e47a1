package io.sardonyx.it.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What is not done, nor named so, anywhere in the project. */
final class Manners {

    private static final Pattern GETTER = Pattern.compile("get[A-Z].*");
    private static final Pattern SAYS_NOTHING = Pattern.compile("Abstract.*|.*(Impl|Utils?|Helper|Manager)");

    private Manners() {}

    static ArchRule noJavaDeserialization() {
        return Ban.of("Java serialization", "bytes from elsewhere must not choose what is instantiated")
                .types("java.io.ObjectInputStream", "java.io.ObjectOutputStream", "java.io.Externalizable")
                .types("java.rmi.MarshalledObject")
                .rule();
    }

    static ArchRule noSleep() {
        return Ban.of("sleep", "a pause is too short on one machine and wasted on another: wait for the thing itself")
                .members(Thread.class, "sleep")
                .members(java.util.concurrent.TimeUnit.class, "sleep")
                .rule();
    }

    static ArchRule noGetters() {
        return classes()
                .should(new Finding("name what they give, without get", Manners::getters))
                .because("an accessor is named for its result");
    }

    static ArchRule tellingNames() {
        return classes()
                .should(new Finding(
                        "have a name that says what they are",
                        type -> SAYS_NOTHING.matcher(type.getSimpleName()).matches()
                                ? List.of(type.getName() + " says what it is for the compiler, not for the reader")
                                : List.of()))
                .because("types are nouns of the domain");
    }

    private static List<String> getters(JavaClass type) {
        return type.getMethods().stream()
                .filter(method ->
                        isVisible(method) && GETTER.matcher(method.getName()).matches() && !isInherited(method))
                .map(JavaMethod::getDescription)
                .sorted()
                .toList();
    }

    private static boolean isVisible(JavaMethod method) {
        Set<JavaModifier> modifiers = method.getModifiers();
        return modifiers.contains(PUBLIC) || modifiers.contains(PROTECTED);
    }

    /** Whether the name was chosen by a type that is not ours. */
    private static boolean isInherited(JavaMethod method) {
        return method.getOwner().getAllRawSuperclasses().stream().anyMatch(it -> declares(it, method))
                || method.getOwner().getAllRawInterfaces().stream().anyMatch(it -> declares(it, method));
    }

    private static boolean declares(JavaClass type, JavaMethod method) {
        return !type.getPackageName().startsWith("io.sardonyx")
                && type.getMethods().stream()
                        .anyMatch(it -> it.getName().equals(method.getName())
                                && it.getRawParameterTypes().size()
                                        == method.getRawParameterTypes().size());
    }
}
