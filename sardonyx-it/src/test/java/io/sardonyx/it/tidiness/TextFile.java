package io.sardonyx.it.tidiness;

import java.util.List;

/** A text file of the tree, by its path from the root. */
record TextFile(String path, String text) {

    List<String> lines() {
        return text.lines().toList();
    }

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isMainJava() {
        return isJava() && path.contains("src/main/java/");
    }

    boolean isMarkdown() {
        return path.endsWith(".md");
    }

    /** The directory, with a slash at its end unless it is the root. */
    String directory() {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    Untidiness untidy(String rule, int measure, String message) {
        return new Untidiness(rule, path, measure, message);
    }
}
