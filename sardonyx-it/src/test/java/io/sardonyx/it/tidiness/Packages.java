package io.sardonyx.it.tidiness;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every package of main code says what it is for, and that nothing in it is null unless it says so. */
final class Packages {

    private Packages() {}

    static Stream<Untidiness> of(List<TextFile> files) {
        var infos = new TreeMap<String, String>();
        files.stream()
                .filter(file -> file.isMainJava() && !file.name().equals("module-info.java"))
                .forEach(file -> {
                    boolean isInfo = file.name().equals("package-info.java");
                    infos.merge(file.directory(), isInfo ? file.text() : "", String::concat);
                });
        return infos.entrySet().stream()
                .filter(info -> !isComplete(info.getValue()))
                .map(info -> new Untidiness(
                        "package-info", info.getKey(), 1, "needs a package-info.java with Javadoc and @NullMarked"));
    }

    private static boolean isComplete(String info) {
        return info.contains("@NullMarked") && info.contains("/**");
    }
}
