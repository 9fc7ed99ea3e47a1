package io.sardonyx.function;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds public static methods by their names, {@code com.acme.Words::split}, in the jars that a process was given.
 *
 * <p>A class is only loaded when its name begins with an allowed prefix; without any, when it is in one of the jars.
 */
public final class Functions implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("([\\w$.]+)::([\\w$]+)");
    private static final String CLASS = ".class";

    private final URLClassLoader loader;
    private final Set<String> classes;
    private final List<String> allowed;

    private Functions(URLClassLoader loader, Set<String> classes, List<String> allowed) {
        this.loader = loader;
        this.classes = classes;
        this.allowed = allowed;
    }

    /**
     * The functions of some jars.
     *
     * @param allowed what the names of classes may begin with; none for all classes of the jars
     * @throws IllegalArgumentException that names the jar which cannot be used
     */
    public static Functions in(List<Path> jars, List<String> allowed) {
        var classes = new LinkedHashSet<String>();
        var urls = new URL[jars.size()];
        try {
            for (int i = 0; i < urls.length; i++) {
                classes.addAll(classesOf(jars.get(i)));
                urls[i] = jars.get(i).toUri().toURL();
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("a jar cannot be read: " + e.getMessage(), e);
        }
        return new Functions(new URLClassLoader("functions", urls, Functions.class.getClassLoader()), classes, allowed);
    }

    private static List<String> classesOf(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(jar + " is no file");
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(CLASS) && !name.startsWith("META-INF/"))
                    .map(name ->
                            name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(jar + " is no jar: " + e.getMessage(), e);
        }
    }

    /**
     * The method of that name.
     *
     * @throws IllegalArgumentException that says what is wrong: the name, the allow-list, or the class
     */
    public Method named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + name + "' is not of the form com.acme.Words::split");
        }
        String type = parts.group(1);
        if (!isAllowed(type)) {
            throw new IllegalArgumentException("class " + type + " is not allowed here; "
                    + (allowed.isEmpty() ? "it is in none of the jars" : "allowed are: " + String.join(", ", allowed)));
        }
        return method(load(type), parts.group(2));
    }

    private boolean isAllowed(String type) {
        return allowed.isEmpty() ? classes.contains(type) : allowed.stream().anyMatch(type::startsWith);
    }

    private Class<?> load(String type) {
        try {
            return Class.forName(type, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException("there is no usable class " + type + ": " + e, e);
        }
    }

    private static Method method(Class<?> type, String name) {
        @Nullable Method found = null;
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && Modifier.isStatic(method.getModifiers())) {
                if (found != null) {
                    throw new IllegalArgumentException(
                            type.getName() + " has several public static methods " + name + "; a name must mean one");
                }
                found = method;
            }
        }
        if (found == null) {
            throw new IllegalArgumentException(type.getName() + " has no public static method " + name + "; it has "
                    + Arrays.stream(type.getMethods())
                            .filter(method -> Modifier.isStatic(method.getModifiers()))
                            .map(Method::getName)
                            .sorted()
                            .distinct()
                            .toList());
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
