package io.sardonyx.function;

import io.sardonyx.function.source.Functions;
import io.sardonyx.value.text.Spelling;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods that jobs name, {@code com.acme.Words::split}, in the jars that a process was given, or on the
 * class path of a program that the engine is part of: public static methods, and accessors, which are public instance
 * methods without parameters and are called on the segment.
 *
 * <p>Of jars, a class is only loaded when its name begins with an allowed prefix; without any, when it is in one of
 * them.
 */
public final class FunctionLoader implements Functions {

    private static final Pattern NAME = Pattern.compile("([\\w$.]+)::([\\w$]+)");
    private static final String CLASS = ".class";
    private static final String EVERYTHING = "";

    /** What can be asked of every object; the rest of what those inherit is no business of a job. */
    private static final Set<String> OF_EVERY_OBJECT = Set.of("toString", "hashCode");

    private final ClassLoader loader;
    private final @Nullable URLClassLoader opened;
    private final Set<String> classes;
    private final List<String> allowed;
    private final Specializer copies = new Specializer();
    /* Methods found before, by name. Each task of a job asks for all of them, and each look at another copy of a method
     * would parse its generic signature anew. No more than the methods of the classes that jobs name. */
    private final Map<String, Method> methods = new ConcurrentHashMap<>();

    private FunctionLoader(
            ClassLoader loader, @Nullable URLClassLoader opened, Set<String> classes, List<String> allowed) {
        this.loader = loader;
        this.opened = opened;
        this.classes = classes;
        this.allowed = allowed;
    }

    /**
     * The functions of the class path, for a program that runs its own jobs: job and program have the same author, so
     * no function has to be refused.
     */
    public static FunctionLoader onClassPath() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return new FunctionLoader(
                context == null ? FunctionLoader.class.getClassLoader() : context, null, Set.of(), List.of(EVERYTHING));
    }

    /** The loader that a program was given as the source of its functions. */
    public static FunctionLoader of(Functions source) {
        if (source instanceof FunctionLoader loader) {
            return loader;
        }
        throw new IllegalArgumentException("functions come from Functions.onClassPath or Functions.in");
    }

    /** What finds the classes, and the plugins beside them. */
    public ClassLoader loader() {
        return loader;
    }

    /**
     * The functions of some jars.
     *
     * @param allowed what the names of classes may begin with; none for all classes of the jars
     * @throws IllegalArgumentException that names the jar which cannot be used
     */
    public static FunctionLoader in(List<Path> jars, List<String> allowed) {
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
        var loader = new URLClassLoader("functions", urls, FunctionLoader.class.getClassLoader());
        return new FunctionLoader(loader, loader, classes, allowed);
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
     * @throws BadFunction that says what is wrong: the name, the allow-list, the class or the method
     */
    public Method named(String name) {
        Method known = methods.get(name);
        if (known != null) {
            return known;
        }
        Method method = look(name);
        methods.put(name, method);
        return method;
    }

    private Method look(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new BadFunction("'" + name + "' names no method", "name it as in com.acme.Words::split");
        }
        return method(type(parts.group(1)), parts.group(2));
    }

    /**
     * The class of that name, if it is allowed; it is not initialized.
     *
     * @throws BadFunction that says that it is not allowed, missing or cannot be linked
     */
    public Class<?> type(String type) {
        if (!isAllowed(type)) {
            throw new BadFunction(
                    "class " + type + " is not allowed here; "
                            + (allowed.isEmpty()
                                    ? "it is in none of the jars"
                                    : "allowed are: " + String.join(", ", allowed)),
                    "correct the name, or start with its jar, or allow it");
        }
        return load(type);
    }

    private boolean isAllowed(String type) {
        return allowed.isEmpty() ? classes.contains(type) : allowed.stream().anyMatch(prefix -> isWithin(type, prefix));
    }

    /** Whether it is that class, one within it, or one of that package or below; all are below the empty one. */
    private static boolean isWithin(String type, String prefix) {
        boolean isWholeName = prefix.isEmpty() || prefix.endsWith(".") || type.length() == prefix.length();
        return type.startsWith(prefix) && (isWholeName || ".$".indexOf(type.charAt(prefix.length())) >= 0);
    }

    private Class<?> load(String type) {
        try {
            return Class.forName(type, false, loader);
        } catch (ClassNotFoundException e) {
            throw new BadFunction("there is no class " + type, "correct the name, or bring its jar", e);
        } catch (LinkageError e) {
            throw new BadFunction("class " + type + " cannot be used: " + e, "bring what it needs", e);
        }
    }

    private static Method method(Class<?> type, String name) {
        List<Method> found = candidates(type, name);
        if (found.isEmpty()) {
            throw missing(type, name);
        }
        if (found.size() > 1) {
            throw new BadFunction(
                    type.getName() + " has several methods " + name + ": "
                            + found.stream().map(FunctionLoader::declaration).collect(Collectors.joining(" and ")),
                    "a name must mean one; rename one");
        }
        Method method = found.get(0);
        if (method.isVarArgs()) {
            throw new BadFunction(
                    type.getName() + "::" + name + " takes any number of arguments", "let it take a List instead");
        }
        Class<?> owner = method.getDeclaringClass();
        if (!Modifier.isPublic(owner.getModifiers())) {
            throw new BadFunction(
                    type.getName() + "::" + name + " cannot be called, for " + owner.getName() + " is not public",
                    "make that class public");
        }
        return method;
    }

    /** All that a name may mean; a static method goes before what every object has, such as {@code toString}. */
    private static List<Method> candidates(Class<?> type, String name) {
        var found = new ArrayList<Method>();
        Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name) && Modifier.isStatic(method.getModifiers()))
                .forEach(found::add);
        Method accessor = accessor(type, name);
        if (accessor != null && (found.isEmpty() || !OF_EVERY_OBJECT.contains(name))) {
            found.add(accessor);
        }
        return found;
    }

    private static @Nullable Method accessor(Class<?> type, String name) {
        try {
            Method method = type.getMethod(name);
            boolean isPlumbing = method.getDeclaringClass() == Object.class && !OF_EVERY_OBJECT.contains(name);
            return Modifier.isStatic(method.getModifiers()) || isPlumbing ? null : method;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static String declaration(Method method) {
        String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getTypeName)
                .collect(Collectors.joining(", ", "(", ")"));
        return (Modifier.isStatic(method.getModifiers()) ? "static " : "")
                + method.getReturnType().getTypeName() + " " + method.getName() + parameters;
    }

    private static BadFunction missing(Class<?> type, String name) {
        List<Method> methods = Arrays.asList(type.getMethods());
        if (methods.stream()
                .anyMatch(method -> method.getName().equals(name) && method.getDeclaringClass() != Object.class)) {
            return new BadFunction(
                    type.getName() + "::" + name + " is no static method, and takes more than the segment that it would"
                            + " be called on",
                    "make it static, with the segment as its first argument");
        }
        List<String> others = methods.stream()
                .filter(method -> Modifier.isStatic(method.getModifiers()) || isAccessor(method))
                .map(Method::getName)
                .sorted()
                .distinct()
                .toList();
        return new BadFunction(
                type.getName() + " has no public static method or accessor " + name + "; it has " + others
                        + Spelling.didYouMean(name, others),
                "make it public, and static unless it is an accessor, or correct the name");
    }

    private static boolean isAccessor(Method method) {
        return method.getParameterCount() == 0
                && method.getDeclaringClass() != Object.class
                && !OF_EVERY_OBJECT.contains(method.getName());
    }

    /** The classes that call the methods found here. */
    public Specializer copies() {
        return copies;
    }

    @Override
    public void close() throws IOException {
        if (opened != null) {
            opened.close();
        }
    }
}
