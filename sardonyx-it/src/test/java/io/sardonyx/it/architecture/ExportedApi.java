package io.sardonyx.it.exports;

import io.sardonyx.it.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** Packages that are exported to everybody, with the directory of their classes. */
    private final Map<String, Path> packages = new TreeMap<>();

    ExportedApi() {
        for (Path module : Checkout.modules()) {
            Path classes = module.resolve("target/classes");
            descriptor(classes).exports().stream()
                    .filter(export -> !export.isQualified())
                    .forEach(export -> packages.put(
                            export.source(), classes.resolve(export.source().replace('.', '/'))));
        }
    }

    /** The descriptor of a module of ours; one that has none exports nothing. */
    private static ModuleDescriptor descriptor(Path classes) {
        Path file = classes.resolve("module-info.class");
        if (!Files.exists(file)) {
            return ModuleDescriptor.newAutomaticModule("none").build();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return ModuleDescriptor.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<String> packages() {
        return packages.keySet();
    }

    /** The public top-level types of a package, by name. */
    List<Class<?>> types(String name) {
        try (Stream<Path> files = Files.list(packages.get(name))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.matches("\\w+\\.class"))
                    .filter(file -> !file.contains("$") && !file.contains("-"))
                    .map(file -> type(name + "." + file.substring(0, file.length() - ".class".length())))
                    .filter(type -> Modifier.isPublic(type.getModifiers()))
                    .sorted((one, other) -> one.getName().compareTo(other.getName()))
                    .<Class<?>>map(type -> type)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name, false, ExportedApi.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All that is exported, a line for each type and each member, sorted. */
    String text() {
        var text = new StringBuilder();
        for (String name : packages.keySet()) {
            text.append("package ").append(name).append('\n');
            types(name).forEach(type -> write(type, text));
            text.append('\n');
        }
        return text.toString();
    }

    private static void write(Class<?> type, StringBuilder text) {
        text.append("  ").append(header(type)).append('\n');
        members(type).forEach(member -> text.append("    ").append(member).append('\n'));
        Arrays.stream(type.getDeclaredClasses())
                .filter(nested -> isSeen(nested.getModifiers()) && !nested.isSynthetic())
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .forEach(nested -> write(nested, text));
    }

    private static String header(Class<?> type) {
        var header = new ArrayList<String>(List.of(plain(type.toGenericString())));
        if (type.getGenericSuperclass() != null && !type.isEnum() && !type.isRecord()) {
            header.add("extends " + plain(type.getGenericSuperclass().getTypeName()));
        }
        Arrays.stream(type.getGenericInterfaces()).forEach(it -> header.add("is " + plain(it.getTypeName())));
        return String.join(" ", header).replace(" extends Object", "");
    }

    private static Set<String> members(Class<?> type) {
        var lines = new TreeSet<String>();
        declared(type)
                .map(member -> member instanceof Executable executable
                        ? executable.toGenericString()
                        : ((Field) member).toGenericString())
                .map(line -> plain(line.replace(type.getName() + ".", "")))
                .forEach(lines::add);
        return lines;
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
        var seen = new ArrayList<Type>(Arrays.asList(type.getGenericInterfaces()));
        if (type.getGenericSuperclass() != null) {
            seen.add(type.getGenericSuperclass());
        }
        declared(type).forEach(member -> {
            if (member instanceof Executable executable) {
                seen.addAll(Arrays.asList(executable.getGenericParameterTypes()));
                seen.addAll(Arrays.asList(executable.getGenericExceptionTypes()));
            }
            if (member instanceof Method method) {
                seen.add(method.getGenericReturnType());
            }
            if (member instanceof Field field) {
                seen.add(field.getGenericType());
            }
        });
        seen.forEach(one -> OURS.matcher(one.getTypeName()).results().forEach(name -> found.add(name.group())));
        Arrays.stream(type.getDeclaredClasses())
                .filter(nested -> isSeen(nested.getModifiers()))
                .forEach(nested -> found.addAll(shown(nested)));
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
