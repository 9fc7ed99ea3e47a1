package io.sardonyx.it.tidiness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check that cannot fail guards nothing: each is shown something untidy, and something that only looks so. */
class TidinessGuardTest {

    private static final String MAIN = "src/main/java/p/";

    @TempDir
    private Path root;

    @Test
    void longLinesAreFoundByTheirNumber() throws IOException {
        write("a.md", "short\n" + "x".repeat(121) + "\n" + "y".repeat(120) + "\n");
        assertThat(found("long-line")).singleElement().asString().contains("a.md: line 2 has");
    }

    @Test
    void rowsOfTablesAndRecordedDataMayBeLong() throws IOException {
        write("a.md", "| " + "x".repeat(121) + " |\n");
        write("a.json", "\"" + "x".repeat(121) + "\"\n");
        assertThat(found("long-line")).isEmpty();
    }

    @Test
    void tabsAndTrailingSpacesAreFound() throws IOException {
        write("script", "one\n\ttwo\nthree \n");
        assertThat(found("tab")).singleElement().asString().contains("line 2");
        assertThat(found("trailing-space")).singleElement().asString().contains("line 3");
    }

    @Test
    void unfinishedWorkIsFound() throws IOException {
        write("a.xml", "<!-- TO" + "DO -->\n<!-- FIX" + "ME -->\n<!-- TO" + "DOS -->\n");
        assertThat(found("to-do")).singleElement().asString().contains("line 1, 2 ");
    }

    @Test
    void pathsOfOneMachineAreFound() throws IOException {
        write("a.md", "see /home" + "/ann/x\nsee /root" + "/x\nsee docs/home/x and ~/x and /usr/lib/jvm\n");
        assertThat(found("machine-path")).singleElement().asString().contains("line 1, 2 ");
    }

    @Test
    void longFilesOfMainCodeAreFound() throws IOException {
        write(MAIN + "Long.java", "// line\n".repeat(601));
        write(MAIN + "Short.java", "// line\n".repeat(600));
        write("src/test/java/p/LongTest.java", "// line\n".repeat(601));
        assertThat(found("long-file")).singleElement().asString().contains("Long.java: 601 lines");
    }

    @Test
    void longMethodsAreFoundWhateverTheyContain() throws IOException {
        String body = "  // a brace in a comment: }\n  String s = \"{\";\n" + "  s.length();\n".repeat(37);
        write(
                "src/test/java/p/T.java",
                "class T {\n void ok() {\n" + body.replaceFirst("\n.*", "") + " }\n void no() {\n" + body + " }\n}\n");
        assertThat(found("long-method")).singleElement().asString().contains("T.java#T.no: 41 lines");
    }

    @Test
    void manyParametersAreFoundButForThoseOfARecord() throws IOException {
        String seven = "int a, int b, int c, int d, int e, int f, int g";
        String assigned = "this.a=a;this.b=b;this.c=c;this.d=d;this.e=e;this.f=f;this.g=g;";
        write(MAIN + "A.java", "class A { A(" + seven + ") {} void ok(int a, int b, int c, int d, int e, int f) {} }");
        write(MAIN + "R.java", "record R(" + seven + ") { static int X; R(" + seven + ") {" + assigned + "} }");
        assertThat(found("many-parameters")).singleElement().asString().contains("A.java#A.new: 7 parameters");
    }

    @Test
    void publicTypesWithoutJavadocAreFound() throws IOException {
        write(MAIN + "A.java", "public interface A { record Inner() {} /** Said. */ record Told() {} }");
        write(MAIN + "B.java", "/** Said. */ public class B { class Hidden { } public enum Shown { } }");
        write("src/test/java/p/C.java", "public class C {}");
        assertThat(found("javadoc"))
                .extracting(Untidiness::place)
                .containsExactly(MAIN + "A.java#A", MAIN + "A.java#Inner", MAIN + "B.java#Shown");
    }

    @Test
    void packagesThatSayNothingAreFound() throws IOException {
        write(MAIN + "A.java", "class A {}");
        write("src/main/java/q/B.java", "class B {}");
        write("src/main/java/q/package-info.java", "/** Said. */ @NullMarked package q;");
        write("src/main/java/r/package-info.java", "/** Said. */ package r;");
        assertThat(found("package-info")).extracting(Untidiness::place).containsExactly(MAIN, "src/main/java/r/");
    }

    @Test
    void linksThatLeadNowhereAreFound() throws IOException {
        write("docs/b.md", "# A heading, here\n[up](../a.md) [own](#a-heading-here)\n");
        write("a.md", """
                [b](docs/b.md#a-heading-here) [gone](docs/gone.md) [no such](docs/b.md#no)
                [web](https://example.org) [mail](mailto:a@example.org)
                ```
                [in code](nowhere)
                ```
                """);
        assertThat(found("broken-link"))
                .extracting(Untidiness::place)
                .containsExactly("a.md#docs/gone.md", "a.md#docs/b.md#no");
    }

    @Test
    void outputOfTheBuildIsNotLookedAt() throws IOException {
        write("target/a.md", "\t\n");
        write(".git/config", "\t\n");
        assertThat(Tidiness.of(root)).isEmpty();
    }

    @Test
    void anExceptionExcusesExactlyWhatItNames() {
        var long45 = new Untidiness("long-method", "A.java#A.a", 45, "45 lines");
        var exceptions = Exceptions.parse(Stream.of("# a comment", "#", "", "long-method A.java#A.a 45 # a table"));
        assertThat(exceptions.judge(List.of(long45))).isEmpty();
        assertThat(exceptions.judge(List.of(long45, new Untidiness("tab", "A.java", 1, "line 1 has a tab"))))
                .containsExactly("tab A.java: line 1 has a tab");
    }

    @Test
    void whatIsExcusedMayNotGrow() {
        var exceptions = Exceptions.parse(Stream.of("long-method A.java#A.a 45"));
        assertThat(exceptions.judge(List.of(new Untidiness("long-method", "A.java#A.a", 46, "46 lines"))))
                .containsExactly("long-method A.java#A.a: 46 lines");
    }

    @Test
    void anExceptionMustStillBeNeeded() {
        var exceptions = Exceptions.parse(Stream.of("long-method A.java#A.a 45"));
        assertThat(exceptions.judge(List.of())).singleElement().asString().contains("no longer needed, remove it");
        assertThat(exceptions.judge(List.of(new Untidiness("long-method", "A.java#A.a", 42, "42 lines"))))
                .singleElement()
                .asString()
                .contains("make it 42");
    }

    @Test
    void anExceptionThatCannotBeReadIsRefused() {
        assertThatThrownBy(() -> Exceptions.parse(Stream.of("long-method A.java")))
                .hasMessageContaining("A.java");
        assertThatThrownBy(() -> Exceptions.parse(Stream.of("tab A.java 1", "tab A.java 2")))
                .hasMessageContaining("twice");
    }

    private List<Untidiness> found(String rule) {
        return Tidiness.of(root).stream().filter(it -> it.rule().equals(rule)).toList();
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
