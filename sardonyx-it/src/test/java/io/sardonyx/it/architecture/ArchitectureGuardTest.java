package io.sardonyx.it.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sardonyx.it.Compiler;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A rule that cannot fail guards nothing: each is run against classes planted to break it, and must name them all. */
class ArchitectureGuardTest {

    /** Expressions and members between bars, each in a class of its own: after a rule's name, what it must find. */
    private static final String PLANTED = """
            # the clock
            Clock clock; | InstantSource source; | Date date; | Calendar calendar; | java.util.Timer timer;
            Instant.now() | LocalDate.now(ZoneOffset.UTC) | Supplier<Instant> now = Instant::now;
            # chance
            new Random(1) | new SplittableRandom(1) | new java.security.SecureRandom() | ThreadLocalRandom.current()
            RandomGeneratorFactory.getDefault() | RandomGenerator.of("L64X128MixRandom") | RandomGenerator.getDefault()
            Math.random() | StrictMath.random() | UUID.randomUUID() | { Collections.shuffle(null); }
            # threads
            new Thread() | ThreadLocal<String> local; | InheritableThreadLocal<String> local; | ExecutorService some;
            CompletableFuture.runAsync(null) | AtomicLong count; | java.util.concurrent.locks.ReentrantLock lock;
            void pause() throws Exception { wait(); } | { notify(); } | { notifyAll(); }
            # files, sockets or processes
            File file; | Path[] paths; | java.nio.channels.FileChannel channel; | java.net.URI uri;
            java.sql.Date date; | Process some; | ProcessBuilder some; | ProcessHandle some; | Runtime.getRuntime()
            # the system
            System.out | System.err | System.currentTimeMillis() | System.nanoTime() | System.getenv()
            System.getProperty("user.dir") | System.identityHashCode("") | { System.exit(1); }
            Boolean.getBoolean("some.flag") | Integer.getInteger("some.number") | Long.getLong("some.number")
            # a logger
            java.util.logging.Logger logger; | org.slf4j.Logger logger; | System.Logger logger;
            # hash order
            new HashMap<>() | new HashSet<>() | new Hashtable<>() | new Properties() | new IdentityHashMap<>()
            new WeakHashMap<>() | new ConcurrentHashMap<>() | Map.of("a", "b") | Map.ofEntries(Map.entry("a", "b"))
            Map.copyOf(new TreeMap<>()) | Set.of("a") | Set.of(new String[11]) | Set.copyOf(List.of())
            Collectors.toSet() | Collectors.toUnmodifiableSet() | Collectors.toUnmodifiableMap(null, null)
            Collectors.toMap(null, null) | Collectors.toMap(null, null, null) | Collectors.toConcurrentMap(null, null)
            Collectors.groupingBy(null) | Collectors.groupingBy(null, null) | Collectors.groupingByConcurrent(null)
            # parallel streams
            new ArrayList<>().parallelStream() | IntStream.of(1).parallel() | Stream.of(1).parallel()
            { Arrays.parallelSort(new int[1]); }
            # the machine's locale, zone or charset
            "a".toLowerCase() | "a".toUpperCase() | "a".getBytes() | String.format("%d", 1) | "%d".formatted(1)
            Locale.getDefault() | TimeZone zone; | ZoneId.systemDefault() | java.nio.charset.Charset.defaultCharset()
            # mutable statics
            static int count; | static final int[] TABLE = {1}; | static final ArrayList<String> NAMES = null;
            static final StringBuilder TEXT = null; | static final BitSet BITS = null;
            static final AtomicLong ID = null;
            static final java.nio.ByteBuffer BYTES = null; | static class Sum { int it; } static final Sum SUM = null;
            # monitors and volatile fields
            volatile int shared; | synchronized void share() {}
            # getters
            public String getName() { return ""; } | protected String getName() { return ""; }
            # names that say nothing
            class AbstractThing {} | class ThingImpl {} | class ThingUtil {} | class ThingUtils {}
            class ThingHelper {} | class ThingManager {}
            # Java serialization
            Object read(InputStream in) throws Exception { return new ObjectInputStream(in).readObject(); }
            ObjectOutputStream out; | interface Told extends Externalizable {} | java.rmi.MarshalledObject<String> it;
            # sleep
            void rest() throws Exception { Thread.sleep(1); } | void rest() throws Exception { TimeUnit.DAYS.sleep(1); }
            # none of them
            List.of("a") | Map.of() | Set.of() | static final String NAME = ""; | Object[] some; int size;
            static final List<String> NAMES = null; | abstract class Later implements CompletionStage<String> {}
            Instant.EPOCH.plus(Duration.ZERO) | int next(RandomGenerator given) { return given.nextInt(); }
            { System.arraycopy(null, 0, null, 0, 1); } | "a".getBytes(java.nio.charset.StandardCharsets.UTF_8)
            Collectors.groupingBy(null, TreeMap::new, null) | Collectors.toMap(null, null, null, TreeMap::new)
            String.format(Locale.ROOT, "%d", 1) | "a".toLowerCase(Locale.ROOT) | "a".toUpperCase(Locale.ROOT)
            void fails() throws IOException { throw new IOException(""); } | class Plain implements Serializable {}
            enum Kind { ONE; boolean isOne() { return switch (this) { case ONE -> true; }; } }
            public String get() { return ""; } | public String getaway() { return ""; } | private void getSecret() {}
            abstract class Pair implements Map.Entry<String, String> { public String getKey() { return ""; } }
            """;

    /** Classes and what they see; an exclamation mark is before those that a rule must find. */
    private static final String SEEN = """
            layers.value.Value
            layers.log.Log layers.value.Value
            layers.job.Job layers.log.Log
            layers.lease.Lease layers.value.Value
            layers.flow.Flow layers.job.Job
            layers.port.Port layers.value.Value
            !layers.value.SeesLog layers.log.Log
            !layers.log.SeesJob layers.job.Job
            !layers.flow.SeesLease layers.lease.Lease
            !layers.port.SeesLogToo layers.log.Log
            !layers.attic.Unknown
            modules.core.Core
            modules.runtime.Engine modules.core.Core
            modules.kafka.Adapter modules.core.Core
            modules.cli.Program modules.kafka.Adapter
            !modules.core.SeesRuntime modules.runtime.Engine
            !modules.kafka.SeesRuntime modules.runtime.Engine
            !modules.testkit.SeesProgram modules.cli.Program
            parties.runtime.UsesJackson com.fasterxml.jackson.databind.JsonNode
            parties.kafka.UsesAny com.fasterxml.jackson.databind.JsonNode
            !parties.core.SeesJackson com.fasterxml.jackson.databind.JsonNode
            !parties.runtime.SeesPicocli picocli.CommandLine
            !parties.kafka.SeesAeron io.aeron.Aeron
            exports.kafka.SeesPorts io.sardonyx.port.Log
            !exports.kafka.SeesReplica io.sardonyx.replica.Replica
            names.one.Twice
            names.other.Twice
            names.other.Once
            """;

    private static final String IMPORTS = Stream.of(
                    "io nio.file time util util.concurrent util.concurrent.atomic util.function util.random util.stream"
                            .split(" ", -1))
            .map(it -> "import java." + it + ".*; ")
            .collect(joining());

    /** What each rule must find: the classes and their members. */
    private static final Map<String, Map<String, String>> OFFENDERS = new LinkedHashMap<>();

    @TempDir
    private static Path directory;

    private static JavaClasses classes;

    @BeforeAll
    static void compile() {
        var sources = new LinkedHashMap<String, String>();
        for (String section : PLANTED.split("# ", -1)) {
            var planted = new LinkedHashMap<String, String>();
            section.lines()
                    .skip(1)
                    .flatMap(it -> Stream.of(it.split(" \\| ", -1)))
                    .forEach(it -> {
                        String name = "planted.Planted" + sources.size();
                        String member = it.matches(".*[;}]") ? it : "Object it = " + it + ";";
                        sources.put(name, IMPORTS + "class " + simple(name) + " { " + member + " }");
                        planted.put(name, it);
                    });
            section.lines().findFirst().ifPresent(rule -> OFFENDERS.put(rule, planted));
        }
        SEEN.lines().map(it -> it.replace("!", "").split(" ", -1)).forEach(it -> {
            String seen = it.length > 1 ? "public " + it[1] + " seen;" : "";
            sources.put(it[0], "public class " + simple(it[0]) + " { " + seen + " }");
        });
        sources.replaceAll((name, source) -> "package " + name.substring(0, name.lastIndexOf('.')) + "; " + source);
        Compiler.compile(directory, sources);
        classes = new ClassFileImporter().importPath(directory);
    }

    @TestFactory
    Stream<DynamicTest> rulesFindWhatIsPlantedAndNothingElse() {
        return rules().map(rule -> dynamicTest(rule.name(), () -> {
            var missed = new LinkedHashMap<>(OFFENDERS.get(rule.name()));
            missed.keySet().removeAll(found(rule));
            assertThat(missed).isEmpty();
            var innocent = new LinkedHashMap<>(OFFENDERS.get("none of them"));
            innocent.keySet().retainAll(found(rule));
            assertThat(innocent).isEmpty();
        }));
    }

    @Test
    void everyRuleIsProvenToFail() {
        assertThat(OFFENDERS.keySet()).containsAll(rules().map(Rule::name).toList());
        assertThat(OFFENDERS.values()).doesNotContain(Map.of());
    }

    @Test
    void layersFindWhoLooksUpwardsAndPackagesThatNobodyPlaced() {
        assertFound("layers.", new Layers("layers", Layers.CORE.table()).rule());
    }

    @Test
    void modulesFindWhoSeesTooMuch() {
        var modules = new Modules(ArchitectureGuardTest::pretendedModule, Project.descriptors());
        assertFound("modules.", modules.order());
        assertFound("parties.", modules.thirdParties());
        assertFound("exports.", modules.exports());
    }

    @Test
    void packagesThatAreTooLargeAndNamesThatMeanTwoThingsAreFound() {
        JavaClasses named = classes.that(resideInAPackage("names.."));
        assertThat(Rules.overfullPackages(named, 1)).containsExactly("names.other has 2 types, more than 1");
        assertThat(Rules.overfullPackages(named, 2)).isEmpty();
        assertThat(Rules.ambiguousNames(named)).containsExactly("Twice: [names.one.Twice, names.other.Twice]");
    }

    private static Stream<Rule> rules() {
        return Stream.of(Rules.OF_CORE, Rules.OF_MAIN, Rules.OF_ALL).flatMap(List::stream);
    }

    /** The top-level classes with which a rule finds fault. */
    private static Set<String> found(Rule rule) {
        return classes.stream()
                .filter(it -> rule.faults().apply(it).findAny().isPresent())
                .map(it -> it.getName().replaceFirst("\\$.*", ""))
                .collect(toCollection(TreeSet::new));
    }

    private static void assertFound(String root, Rule rule) {
        assertThat(found(rule).stream().filter(it -> it.startsWith(root)))
                .containsExactlyInAnyOrderElementsOf(SEEN.lines()
                        .filter(it -> it.startsWith("!" + root))
                        .map(it -> it.substring(1).replaceFirst(" .*", ""))
                        .toList());
    }

    /** The modules of the planted classes are packages; what else is ours is of core. */
    private static String pretendedModule(JavaClass type) {
        String name = type.getPackageName();
        return name.matches("(modules|parties|exports)\\..*")
                ? simple(name)
                : name.startsWith("io.sardonyx.") ? "core" : "";
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
