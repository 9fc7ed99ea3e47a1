package io.sardonyx.secret;

import io.sardonyx.job.check.SecretTemplate.Kind;
import io.sardonyx.job.check.SecretTemplate.Reference;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Allow-list of the secrets that jobs from outside may refer to: patterns in which a star matches any part of a name.
 */
final class SecretPolicy {

    private final List<String> patterns;

    SecretPolicy(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
        for (String pattern : patterns) {
            boolean variable = isFor(Kind.VARIABLE, pattern);
            if (!variable && !isFor(Kind.FILE, pattern)) {
                throw new IllegalArgumentException("'" + pattern
                        + "' allows nothing; write env:NAME or file:/PATH, with * for any part of a name");
            }
            if (!variable && (!path(pattern).isAbsolute() || climbs(path(pattern)))) {
                throw new IllegalArgumentException("'" + pattern + "' is no absolute path without '..'");
            }
        }
    }

    private static boolean isFor(Kind kind, String pattern) {
        return pattern.startsWith(kind.prefix())
                && pattern.length() > kind.prefix().length();
    }

    private static Path path(String pattern) {
        return Path.of(pattern.substring(Kind.FILE.prefix().length()));
    }

    /** Whether a pattern allows the reference. */
    boolean covers(Reference reference) {
        return patterns.stream()
                .filter(pattern -> isFor(reference.kind(), pattern))
                .anyMatch(pattern -> switch (reference.kind()) {
                    case VARIABLE -> isVariable(pattern, reference.name());
                    case FILE -> isFile(path(pattern), reference.name());
                });
    }

    private static boolean isVariable(String pattern, String name) {
        String glob = pattern.substring(Kind.VARIABLE.prefix().length());
        return Pattern.matches(Pattern.quote(glob).replace("*", "\\E.*\\Q"), name);
    }

    /**
     * Matches the path by name, and the real path against the pattern's fixed prefix, since a symbolic link may lead
     * anywhere.
     */
    private static boolean isFile(Path pattern, String name) {
        try {
            Path path = Path.of(name);
            Path root = Objects.requireNonNull(pattern.getRoot(), "an absolute path has one");
            for (int i = 0; i < pattern.getNameCount() - 1 && !hasStar(pattern.getName(i)); i++) {
                root = root.resolve(pattern.getName(i));
            }
            return !climbs(path)
                    && FileSystems.getDefault()
                            .getPathMatcher("glob:" + pattern)
                            .matches(path)
                    && path.toRealPath().startsWith(root.toRealPath());
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private static boolean hasStar(Path step) {
        return step.toString().contains("*");
    }

    /** Whether a path contains {@code ..}. */
    private static boolean climbs(Path path) {
        for (Path step : path) {
            if (step.toString().equals("..")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return patterns.isEmpty() ? "nothing is allowed" : "only " + String.join(", ", patterns) + " is allowed";
    }
}
