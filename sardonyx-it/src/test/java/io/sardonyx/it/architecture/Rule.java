package io.sardonyx.it.architecture;

import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A rule that each class must keep, the reason for it, and what is wrong with a class that breaks it. */
record Rule(String name, String because, Function<JavaClass, Stream<String>> faults) {

    /**
     * Types that must not be mentioned and members that must not be used.
     *
     * @param banned their full names, members with the types of their parameters; an asterisk is any text, and an
     *     exclamation mark begins an exception
     */
    static Rule bans(String name, String because, String banned) {
        List<String> words = List.of(banned.split("\\s+"));
        var excepted = pattern(words.stream().filter(it -> it.startsWith("!")).map(it -> it.substring(1)));
        var isBanned = pattern(words.stream().filter(it -> !it.startsWith("!"))).and(excepted.negate());
        return new Rule(
                name,
                because,
                type -> Stream.concat(
                        mentions(type, it -> isBanned.test(target(it).getName())),
                        type.getAccessesFromSelf().stream()
                                .filter(it -> isBanned.test(it.getTarget().getFullName()))
                                .map(JavaAccess::getDescription)));
    }

    private static Predicate<String> pattern(Stream<String> words) {
        String pattern = words.map(it -> it.replaceAll("[^*]+", "\\\\Q$0\\\\E").replace("*", ".*"))
                .collect(joining("|"));
        return Pattern.compile(pattern).asMatchPredicate();
    }

    /** Classes that must not be seen from others. */
    static Rule hides(String name, String because, Predicate<Dependency> isHidden) {
        return new Rule(name, because, type -> mentions(type, isHidden));
    }

    /** What a class sees and should not. */
    static Stream<String> mentions(JavaClass type, Predicate<Dependency> isFault) {
        return type.getDirectDependenciesFromSelf().stream().filter(isFault).map(Dependency::getDescription);
    }

    /** The class that is seen; of an array, that of its elements. */
    static JavaClass target(Dependency dependency) {
        return dependency.getTargetClass().getBaseComponentType();
    }

    List<String> faultsIn(JavaClasses classes) {
        return classes.stream().flatMap(faults).sorted().toList();
    }
}
