package io.sardonyx.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.sardonyx.it.Checkout;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A rule that cannot fail guards nothing: each is run against classes planted to break it, and must name them all. */
class ArchitectureGuardTest {

    private static final JavaClasses IMPURE = Project.offenders("purity");
    private static final JavaClasses INNOCENT = Project.offenders("innocent");
    private static final JavaClasses MANNERS = Project.offenders("manners");
    private static final JavaClasses LAYERS = Project.offenders("layers");
    private static final JavaClasses MODULES = Project.offenders("modules");

    /** What a rule of purity must find. */
    private record Planted(String rule, List<String> findings) {}

    private static final List<Planted> PLANTED = List.of(
            planted("the clock", "time.Clock>", "InstantSource>", "util.Date>", "Instant.now()", "LocalDate.now("),
            planted("the clock", "references method <java.time.Instant.now()>"),
            planted("chance", "util.Random.", "SplittableRandom.", "SecureRandom.", "ThreadLocalRandom."),
            planted("chance", "Math.random(", "randomUUID(", "RandomGenerator.of(", "shuffle("),
            planted("threads", "lang.Thread.", "ThreadLocal>", "ExecutorService>", "Executors.", "notifyAll("),
            planted("threads", "CompletableFuture.", "AtomicLong>", "ReentrantLock>"),
            planted("files, sockets or processes", "io.File>", "file.Path>", "FileChannel>", "net.URI>"),
            planted("files, sockets or processes", "lang.Runtime.", "ProcessHandle>"),
            planted("the system", "System.out", "System.err", "currentTimeMillis", "nanoTime", "System.exit"),
            planted("the system", "getenv", "getProperty", "identityHashCode", "Boolean.getBoolean"),
            planted("a logger", "logging.Logger>", "System$Logger>", "slf4j.Logger>"),
            planted("hash order", "util.HashMap.", "util.HashSet.", "IdentityHashMap.", "ConcurrentHashMap."),
            planted("hash order", "Map.of(", "ofEntries(", "Map.copyOf(", "Set.of(", "Set.copyOf("),
            planted("hash order", "toSet()", "toUnmodifiableSet()", "toMap(", "groupingBy("),
            planted("parallel streams", "ArrayList.parallelStream()", "IntStream.parallel()"),
            planted("parallel streams", "stream.Stream.parallel()", "Arrays.parallelSort("),
            planted("the machine's locale, zone or charset", "toLowerCase()", "toUpperCase()", "getBytes()"),
            planted("the machine's locale, zone or charset", "String.format(", "formatted(", "getDefault()"),
            planted("the machine's locale, zone or charset", "systemDefault()", "defaultCharset()"),
            planted("mutable statics", ".count>", ".TABLE>", ".NAMES>", ".TEXT>", ".COUNTER>"),
            planted("monitors and volatile fields", ".shared>", ".read()>"));

    @TestFactory
    Stream<DynamicTest> purityFindsWhatIsPlanted() {
        return PLANTED.stream()
                .map(planted -> dynamicTest(
                        planted.rule(),
                        () -> assertThat(faults(purity(planted.rule()), IMPURE)).contains(planted.findings())));
    }

    @Test
    void everyRuleOfPurityIsProvenToFail() {
        assertThat(PLANTED).extracting(Planted::rule).containsAll(Purity.rules().keySet());
    }

    @Test
    void onlyTheLongestCollectorsMayBeUsed() {
        String faults = faults(purity("hash order"), IMPURE);
        assertThat(faults.split("Collectors.toMap", -1))
                .as("two and three parameters")
                .hasSize(3);
        assertThat(faults.split("Collectors.groupingBy", -1))
                .as("one and two parameters")
                .hasSize(3);
    }

    @TestFactory
    Stream<DynamicTest> purityFindsNoFaultWithTheInnocent() {
        return Purity.rules().entrySet().stream()
                .map(rule -> dynamicTest(rule.getKey(), () -> rule.getValue().check(INNOCENT)));
    }

    @Test
    void staticsThatCannotChangeAreNoFault() {
        assertThat(faults(purity("mutable statics"), IMPURE)).doesNotContain("INNOCENT");
    }

    @Test
    void layersFindWhoLooksUpwards() {
        var rules = Layers.CORE.below(Project.OFFENDERS + ".layers").rules();
        assertThat(faults(rules.get("package value"), LAYERS)).contains("value.SeesLog.seen");
        assertThat(faults(rules.get("package log"), LAYERS))
                .contains("log.SeesJob.seen")
                .doesNotContain("log.Log.seen");
        assertThat(faults(rules.get("package flow"), LAYERS))
                .contains("flow.SeesLease.seen")
                .doesNotContain("flow.Flow.seen");
        assertThat(faults(rules.get("package port"), LAYERS))
                .contains("port.SeesLogToo.seen")
                .doesNotContain("port.Port.seen");
        rules.get("package job").check(LAYERS);
    }

    @Test
    void layersFindAPackageNobodyPlaced() {
        var rule = Layers.CORE.below(Project.OFFENDERS + ".layers").rules().get("package known");
        assertThat(faults(rule, LAYERS)).contains("attic.Unknown").doesNotContain("value.Value");
    }

    @Test
    void packagesFindWhatIsTooLargeAndWhatIsNamedTwice() {
        assertThat(Packages.tooLarge(IMPURE, 5)).singleElement().asString().contains("offenders.purity", "11 types");
        assertThat(Packages.tooLarge(IMPURE, 11)).isEmpty();
        assertThat(Packages.ambiguousNames(LAYERS)).isEmpty();
        assertThat(Packages.ambiguousNames(Project.offenders("names")))
                .containsExactly("Twice: [" + Project.OFFENDERS + ".names.one.Twice, " + Project.OFFENDERS
                        + ".names.other.Twice]");
    }

    @Test
    void modulesFindWhoSeesTooMuch() {
        assertThat(faults(new Modules(ArchitectureGuardTest::pretendedModule).seeOnlyWhatTheyMay(), MODULES))
                .contains("core.CoreSeesRuntime.seen", "kafka.AdapterSeesRuntime.seen", "TestkitSeesProgram.seen")
                .doesNotContain("runtime.Engine.seen", "kafka.Adapter.seen", "cli.Program.seen");
    }

    @Test
    void exportsFindWhoReachesBehindThem() {
        var exports = new Exports(Checkout.modules(), ArchitectureGuardTest::pretendedModuleOrCore);
        assertThat(faults(exports.seeOnlyWhatIsExportedToThem(), MODULES))
                .contains("kafka.AdapterSeesReplica.seen")
                .doesNotContain("kafka.AdapterSeesPorts.seen");
    }

    @Test
    void modulesFindThirdPartiesOutOfPlace() {
        assertThat(faults(new Modules(ArchitectureGuardTest::pretendedModule).keepThirdPartiesToThemselves(), MODULES))
                .contains("CoreSeesJackson.seen", "RuntimeSeesPicocli.seen")
                .doesNotContain("RuntimeUsesJackson.seen");
    }

    @Test
    void mannersFindWhatIsPlanted() {
        assertThat(faults(Manners.noJavaDeserialization(), MANNERS)).contains("ReadsObjects.read");
        assertThat(faults(Manners.noSleep(), MANNERS)).contains("Thread.sleep(", "TimeUnit.sleep(");
        assertThat(faults(Manners.noGetters(), MANNERS))
                .contains("HasGetters.getName()")
                .doesNotContain("get()", "getaway()", "getSecret()", "getKey()", "getValue()");
        assertThat(faults(Manners.tellingNames(), MANNERS))
                .contains("AbstractThing", "ThingImpl", "ThingUtil ", "ThingUtils", "ThingHelper", "ThingManager")
                .doesNotContain("Sleeps");
    }

    @Test
    void mannersFindNoFaultWithTheInnocent() {
        Manners.noJavaDeserialization().check(INNOCENT);
        Manners.noSleep().check(INNOCENT);
        Manners.noGetters().check(INNOCENT);
        Manners.tellingNames().check(INNOCENT);
    }

    private static Planted planted(String rule, String... findings) {
        return new Planted(rule, List.of(findings));
    }

    private static ArchRule purity(String name) {
        return Objects.requireNonNull(Purity.rules().get(name), name);
    }

    private static String faults(ArchRule rule, JavaClasses classes) {
        return String.join("\n", rule.evaluate(classes).getFailureReport().getDetails());
    }

    /** The modules of the planted classes are packages. */
    private static String pretendedModuleOrCore(JavaClass type) {
        String pretended = pretendedModule(type);
        return pretended.isEmpty() && type.getPackageName().startsWith("io.sardonyx.") ? "sardonyx-core" : pretended;
    }

    private static String pretendedModule(JavaClass type) {
        String root = Project.OFFENDERS + ".modules.";
        String name = type.getPackageName();
        return name.startsWith(root) ? "sardonyx-" + name.substring(root.length()) : "";
    }
}
