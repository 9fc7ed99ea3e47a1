package io.sardonyx.it.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may see whom, and what may not be touched; every rule says why. */
class ArchitectureTest {

    private static final JavaClasses CORE = Project.ALL.module("core");
    private static final JavaClasses MAIN = Project.ALL.main();

    @Test
    void thereIsSomethingToLookAt() {
        assertThat(CORE).hasSizeGreaterThan(20);
        assertThat(MAIN).hasSizeGreaterThan(CORE.size());
        assertThat(Project.ALL.everything()).hasSizeGreaterThan(MAIN.size());
        assertThat(Project.descriptors())
                .containsOnlyKeys("aeron", "core", "metrics", "netty", "opensearch", "runtime", "testkit");
    }

    @TestFactory
    Stream<DynamicTest> packagesSeeOnlyWhatTheirTableAllows() {
        var cli = Project.ALL.module("cli").that(resideInAPackage("io.sardonyx.cli.."));
        return Stream.of(
                test("core: ", Layers.CORE.rule(), CORE),
                test("runtime: ", Layers.RUNTIME.rule(), Project.ALL.module("runtime")),
                test("cli: ", Layers.CLI.rule(), cli));
    }

    @TestFactory
    Stream<DynamicTest> modulesSeeOnlyWhatTheyMay() {
        var modules = new Modules(Project::moduleOf, Project.descriptors());
        return Stream.of(modules.order(), modules.thirdParties(), modules.exports())
                .map(rule -> test("", rule, MAIN));
    }

    @TestFactory
    Stream<DynamicTest> rulesAreKept() {
        return Stream.of(
                        Rules.OF_CORE.stream().map(rule -> test("core: ", rule, CORE)),
                        Rules.OF_MAIN.stream().map(rule -> test("main: ", rule, MAIN)),
                        Rules.OF_ALL.stream().map(rule -> test("all: ", rule, Project.ALL.everything())))
                .flatMap(tests -> tests);
    }

    @Test
    void packagesAreSmallEnoughToBeReadAsAList() {
        assertThat(Rules.overfullPackages(MAIN, 30)).isEmpty();
    }

    @Test
    void noSimpleNameMeansTwoThings() {
        assertThat(Rules.ambiguousNames(MAIN)).isEmpty();
    }

    private static DynamicTest test(String scope, Rule rule, JavaClasses classes) {
        return dynamicTest(
                scope + rule.name(),
                () -> assertThat(rule.faultsIn(classes)).as(rule.because()).isEmpty());
    }
}
