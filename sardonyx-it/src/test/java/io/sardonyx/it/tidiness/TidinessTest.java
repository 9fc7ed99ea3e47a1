package io.sardonyx.it.tidiness;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.it.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tree is tidy, without exception. A check that cannot fail guards nothing: each is shown something untidy, and
 * something that only looks so.
 */
class TidinessTest {

    private static final String LONG = "x".repeat(121);
    private static final String SEVEN = "int a, int b, int c, int d, int e, int f, int g";
    private static final String BODY = "  // a brace: }\n  String s = \"{\";\n" + "  s.length();\n".repeat(36);

    @TempDir
    private Path root;

    @Test
    void theTreeIsTidy() throws IOException {
        assertThat(Tidiness.of(Checkout.root())).isEmpty();
    }

    @Test
    void onlyLongLinesThatCanBeFoldedAreFound() throws IOException {
        plant("a.md", "short\n" + LONG + "\n" + LONG.substring(1) + "\n| " + LONG + " |\n", "long-line a.md:2");
        plant("a.json", LONG);
    }

    @Test
    void unfinishedWorkAndPathsOfOneMachineAreFound() throws IOException {
        plant(
                "a.xml",
                "<!-- TO" + "DO -->\n<!-- FIX" + "ME -->\n<!-- TO" + "DOS -->\n",
                "to-do a.xml:1",
                "to-do a.xml:2");
        plant("script", "/home" + "/ann/x\nsee docs/home/x and ~/x and /usr/lib/jvm\n", "machine-path script:1");
        plant(".config", "see /root" + "/x", "machine-path .config:1");
    }

    @Test
    void longFilesOfMainCodeAndLongMethodsAreFound() throws IOException {
        plant("src/test/java/p/LongTest.java", "// line\n".repeat(601));
        plant("A.java", "class A {\n void a() {\n" + BODY + " }\n}\n");
        plant("B.java", "class B {\n void b() {\n  ;\n" + BODY + " }\n}\n", "long-method B.java#B.b: 41 lines");
        plant("src/main/java/p/package-info.java", "/** Said. */ @NullMarked package p;");
        plant("src/main/java/p/A.java", "// line\n".repeat(600));
        plant("src/main/java/p/B.java", "// line\n".repeat(601), "long-file src/main/java/p/B.java: 601 lines");
    }

    @Test
    void manyParametersAreFoundButForThoseOfARecord() throws IOException {
        plant("A.java", "class A { A(" + SEVEN + ") {} }", "many-parameters A.java#A.<init>: 7 parameters");
        plant("B.java", "class B { void b(" + SEVEN.replace(", int g", "") + ") {} }");
        plant("R.java", "record R(" + SEVEN + ") {\n static int X; R(" + SEVEN + ") { this.a = a; } }");
    }

    @Test
    void publicTypesAndPackagesThatSayNothingAreFound() throws IOException {
        String main = "src/main/java/p/";
        plant("src/test/java/p/C.java", "public class C {}");
        plant("src/main/java/module-info.java", "module m {}");
        plant(main + "package-info.java", "/** Said. */ package p;", "package-info " + main);
        plant(main + "package-info.java", "@NullMarked package p;", "package-info " + main);
        plant(main + "package-info.java", "/** Said. */ @NullMarked package p;");
        plant(
                main + "A.java",
                "/** Said. */ public class A { class Hidden { } public enum B { } }",
                "javadoc " + main + "A.java#B");
        plant(main + "A.java", "/** Said. */ public interface A { record B() {} }", "javadoc " + main + "A.java#B");
        plant(main + "A.java", "public class A {}", "javadoc " + main + "A.java#A");
        plant("src/main/java/q/B.java", "class B {}", "package-info src/main/java/q/");
    }

    @Test
    void linksThatLeadNowhereAreFound() throws IOException {
        plant("docs/b.md", "# A heading, here\n[own](#a-heading-here) [web](https://a.org) [mail](mailto:a@b.org)\n");
        plant("a.md", "[b](docs/b.md) [b](docs/b.md#a-heading-here)\n```\n[in code](nowhere)\n```\n");
        plant("docs/c.md", "[up](../a.md) [no such](b.md#no)\n", "broken-link docs/c.md: ](b.md#no)");
        plant("docs/c.md", "[gone](gone.md)\n", "broken-link docs/c.md: ](gone.md)");
    }

    @Test
    void outputOfTheBuildIsNotLookedAt() throws IOException {
        plant("target/a.md", LONG);
        plant(".git/a.md", LONG);
    }

    /** Adds a file, or writes it anew, and sees that its faults are found. */
    private void plant(String path, String text, String... faults) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(Tidiness.of(root).stream().filter(it -> it.contains(" " + path) || it.startsWith("package-info")))
                .containsExactly(faults);
    }
}
