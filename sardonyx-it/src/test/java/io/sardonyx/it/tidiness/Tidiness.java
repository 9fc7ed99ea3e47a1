package io.sardonyx.it.tidiness;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import io.sardonyx.it.Compiler;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** All that is untidy in a tree of files, a line for each fault: the rule, the place, and what is wrong. */
final class Tidiness {

    private static final int MAX_COLUMNS = 120;
    private static final int MAX_LINES = 600;

    /** Output of the build, version control, editors. */
    private static final Set<String> SKIPPED = Set.of(".git", ".idea", ".vscode", ".settings", "target");

    /** A file without an ending is a script or a document. */
    private static final Pattern TEXT = Pattern.compile("\\.?[^.]+|.*\\.(java|md|xml|txt|json|edn|ya?ml|config|sh)");

    /** Split in two, so that this file does not find itself. */
    private static final Pattern TO_DO = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");

    /** A directory of one person's or one machine's, as the root of a path. */
    private static final Pattern MACHINE = Pattern.compile("(?<![\\w.$}*-])/(home|root|Users|work|mnt|private)/\\w");

    private static final Pattern LINK = Pattern.compile("]\\((?![a-z]+:)([^)\\s#]*)(#[^)\\s]*)?(?: \"[^\"]*\")?\\)");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

    private final Path root;
    private final Map<String, String> files = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    private Tidiness(Path root) {
        this.root = root;
    }

    static List<String> of(Path root) throws IOException {
        var tidiness = new Tidiness(root);
        tidiness.read();
        tidiness.files.forEach(tidiness::lines);
        tidiness.files.forEach(tidiness::links);
        tidiness.packages();
        tidiness.declarations();
        return tidiness.faults;
    }

    private void read() throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean isSkipped = SKIPPED.contains(directory.getFileName().toString());
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (attributes.isRegularFile() && TEXT.matcher(name).matches() && !SKIPPED.contains(name)) {
                    files.put(path(file), Files.readString(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        files.remove("LICENSE");
    }

    private String path(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private void lines(String path, String text) {
        // A row of a table cannot be folded; recorded data is as it was recorded.
        boolean isRecorded = path.matches(".*\\.(json|edn|txt)");
        Predicate<String> isLong = line -> line.codePointCount(0, line.length()) > MAX_COLUMNS;
        lines(
                "long-line",
                path,
                text,
                isLong.and(line -> !isRecorded && !(path.endsWith(".md") && line.startsWith("|"))));
        lines("to-do", path, text, TO_DO.asPredicate());
        lines("machine-path", path, text, MACHINE.asPredicate());
        if (isMain(path) && text.lines().count() > MAX_LINES) {
            faults.add("long-file " + path + ": " + text.lines().count() + " lines");
        }
    }

    private void lines(String rule, String path, String text, Predicate<String> isFault) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (isFault.test(lines.get(i))) {
                faults.add(rule + " " + path + ":" + (i + 1));
            }
        }
    }

    /** Links from one document to another place of the tree lead there. */
    private void links(String path, String text) {
        if (path.endsWith(".md")) {
            LINK.matcher(FENCED.matcher(text).replaceAll("")).results().forEach(link -> {
                Path own = root.resolve(path);
                Path target = link.group(1).isEmpty()
                        ? own
                        : own.resolveSibling(link.group(1)).normalize();
                if (!Files.exists(target) || link.group(2) != null && !hasHeading(target, link.group(2))) {
                    faults.add("broken-link " + path + ": " + link.group());
                }
            });
        }
    }

    /** Whether a heading gets this anchor where documents are rendered; only documents are asked. */
    private boolean hasHeading(Path target, String anchor) {
        String text = files.get(path(target));
        return !target.toString().endsWith(".md")
                || text != null
                        && HEADING.matcher(text)
                                .results()
                                .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
                                .map(heading -> "#"
                                        + heading.replaceAll("[^\\p{L}\\p{N} _-]", "")
                                                .replace(' ', '-'))
                                .anyMatch(anchor::equals);
    }

    /**
     * Every package of main code says in Javadoc what it is for, and by {@code @NullMarked} that nothing in it is null
     * unless it says so.
     */
    private void packages() {
        var packages = new TreeSet<String>();
        files.keySet().stream()
                .filter(path -> isMain(path) && !path.endsWith("/module-info.java"))
                .forEach(path -> packages.add(path.substring(0, path.lastIndexOf('/') + 1)));
        packages.stream()
                .filter(it -> !files.getOrDefault(it + "package-info.java", "").matches("(?s).*/\\*\\*.*@NullMarked.*"))
                .forEach(it -> faults.add("package-info " + it));
    }

    /** The JDK's own parser reads the sources, so that no syntax is misread. */
    private void declarations() throws IOException {
        var sources = new TreeMap<>(files);
        sources.keySet().removeIf(path -> !path.endsWith(".java"));
        if (sources.isEmpty()) {
            return;
        }
        var task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, said -> {}, List.of("-proc:none"), null, Compiler.sources(sources));
        for (var unit : task.parse()) {
            String path = unit.getSourceFile().toUri().getPath().substring(1);
            faults.addAll(new Declarations(path, unit, Trees.instance(task)).faults());
        }
    }

    static boolean isMain(String path) {
        return path.endsWith(".java") && path.contains("src/main/java/");
    }
}
