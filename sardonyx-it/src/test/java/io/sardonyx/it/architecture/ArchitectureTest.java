package io.sardonyx.it.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.sardonyx.it.Checkout;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may see whom, and what may not be touched; every rule says why. */
class ArchitectureTest {

    private static final Project PROJECT = Project.load();

    @Test
    void thereIsSomethingToLookAt() {
        assertThat(PROJECT.core()).hasSizeGreaterThan(20);
        assertThat(PROJECT.main()).hasSizeGreaterThan(PROJECT.core().size());
        assertThat(PROJECT.everything()).hasSizeGreaterThan(PROJECT.main().size());
    }

    @TestFactory
    Stream<DynamicTest> packagesOfCoreSeeOnlyWhatIsLeftOfThem() {
        return tests(Layers.CORE.rules(), PROJECT.core());
    }

    @TestFactory
    Stream<DynamicTest> packagesOfRuntimeSeeOnlyWhatTheTableAllows() {
        return tests(Layers.RUNTIME.rules(), PROJECT.module("runtime"));
    }

    @TestFactory
    Stream<DynamicTest> packagesOfTheCommandLineSeeOnlyWhatTheTableAllows() {
        return tests(Layers.CLI.rules(), PROJECT.module("cli").that(resideInAPackage("io.sardonyx.cli..")));
    }

    @Test
    void packagesAreSmallEnoughToBeReadAsAList() {
        assertThat(Packages.tooLarge(PROJECT.main())).isEmpty();
    }

    @Test
    void noSimpleNameMeansTwoThings() {
        assertThat(Packages.ambiguousNames(PROJECT.main())).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> coreOnlyComputes() {
        return tests(Purity.rules(), PROJECT.core());
    }

    @Test
    void modulesSeeOnlyWhatTheyMay() {
        new Modules(Project::moduleOf).seeOnlyWhatTheyMay().check(PROJECT.main());
    }

    @Test
    void modulesSeeOnlyWhatIsExportedToThem() {
        var exports = new Exports(Checkout.modules(), Project::moduleOf);
        assertThat(exports.descriptors())
                .containsOnlyKeys(
                        "sardonyx-aeron",
                        "sardonyx-core",
                        "sardonyx-metrics",
                        "sardonyx-netty",
                        "sardonyx-runtime",
                        "sardonyx-testkit");
        exports.seeOnlyWhatIsExportedToThem().check(PROJECT.main());
    }

    @Test
    void modulesKeepThirdPartiesToThemselves() {
        new Modules(Project::moduleOf).keepThirdPartiesToThemselves().check(PROJECT.main());
    }

    @Test
    void nothingIsReadByJavaDeserialization() {
        Manners.noJavaDeserialization().check(PROJECT.everything());
    }

    @Test
    void nobodySleeps() {
        Manners.noSleep().check(PROJECT.everything());
    }

    @Test
    void accessorsOfCoreAreNamedForTheirResult() {
        Manners.noGetters().check(PROJECT.core());
    }

    @Test
    void typesHaveTellingNames() {
        Manners.tellingNames().check(PROJECT.main());
    }

    private static Stream<DynamicTest> tests(Map<String, ArchRule> rules, JavaClasses classes) {
        return rules.entrySet().stream()
                .map(rule -> dynamicTest(rule.getKey(), () -> rule.getValue().check(classes)));
    }
}
