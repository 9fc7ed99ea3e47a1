package io.sardonyx.it.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the module descriptors of the tree export to everybody, as types and as text. */
final class ExportedApi {

    private static final Pattern OURS = Pattern.compile("io\\.sardonyx\\.(?:[a-z]\\w*\\.)*[A-Z]\\w*");
    private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");

    /** The public top-level types of the packages that are exported to everybody, in order of their names. */
    private final Map<String, List<Class<?>>> packages = new TreeMap<>();

    ExportedApi() {
        Project.descriptors().values().stream()
                .flatMap(descriptor -> descriptor.exports().stream())
                .filter(export -> !export.isQualified())
                .forEach(export -> packages.put(export.source(), new ArrayList<>()));
        Project.ALL.main().stream()
                .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> packages.containsKey(type.getPackageName()))
                .sorted(Comparator.comparing(JavaClass::getName))
                .forEach(type -> packages.get(type.getPackageName()).add(type.reflect()));
    }

    Set<String> packages() {
        return packages.keySet();
    }

    List<Class<?>> types(Set<String> names) {
        return names.stream().sorted().flatMap(it -> packages.get(it).stream()).toList();
    }

    /** All that is exported, a line for each type and each member, sorted. */
    String text() {
        var text = new StringBuilder();
        packages.forEach((name, types) -> {
            text.append(text.isEmpty() ? "package " : "\npackage ").append(name).append('\n');
            types.forEach(type -> write(type, text));
        });
        return text.toString();
    }

    private static void write(Class<?> type, StringBuilder text) {
        text.append("  ").append(header(type)).append('\n');
        declared(type)
                .map(member -> plain(signature(member).replace(type.getName() + ".", "")))
                .distinct()
                .sorted()
                .forEach(member -> text.append("    ").append(member).append('\n'));
        nested(type).forEach(it -> write(it, text));
    }

    private static Stream<Class<?>> nested(Class<?> type) {
        return Arrays.stream(type.getDeclaredClasses())
                .filter(it -> isSeen(it.getModifiers()) && !it.isSynthetic())
                .sorted(Comparator.comparing(Class::getName));
    }

    private static String header(Class<?> type) {
        var header = new ArrayList<String>(List.of(plain(type.toGenericString())));
        if (type.getGenericSuperclass() != null && !type.isEnum() && !type.isRecord()) {
            header.add("extends " + plain(type.getGenericSuperclass().getTypeName()));
        }
        Arrays.stream(type.getGenericInterfaces()).forEach(it -> header.add("is " + plain(it.getTypeName())));
        return String.join(" ", header).replace(" extends Object", "");
    }

    private static String signature(Member member) {
        return member instanceof Executable it ? it.toGenericString() : ((Field) member).toGenericString();
    }

    private static Stream<Member> declared(Class<?> type) {
        return Stream.of(type.getDeclaredFields(), type.getDeclaredMethods(), type.getDeclaredConstructors())
                .flatMap(Arrays::<Member>stream)
                .filter(member -> isSeen(member.getModifiers()) && !member.isSynthetic() && !isGiven(type, member));
    }

    /** What every enum or record has. */
    private static boolean isGiven(Class<?> type, Member member) {
        boolean isOfEnum = type.isEnum()
                && member instanceof Method
                && Set.of("values", "valueOf").contains(member.getName());
        return isOfEnum || type.isRecord() && OF_EVERY_RECORD.contains(member.getName());
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** Types of ours that a type shows to who uses it, in signatures of its members and in what it extends. */
    static Set<String> shown(Class<?> type) {
        var found = new TreeSet<String>();
        Stream.concat(
                        Stream.of(header(type).replace(type.getName(), "")),
                        declared(type).map(member -> signature(member).replace(type.getName() + ".", "")))
                .forEach(it -> OURS.matcher(it).results().forEach(name -> found.add(name.group())));
        nested(type).forEach(it -> found.addAll(shown(it)));
        return found;
    }

    /** Without what need not be said: packages of the JDK that everybody knows. */
    private static String plain(String declaration) {
        return declaration
                .replaceAll("java\\.(?:lang|util|util\\.function|time)\\.(?=[A-Z])", "")
                .replace("public ", "")
                .replace("abstract ", "");
    }
}
