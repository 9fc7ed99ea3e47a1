package io.sardonyx.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.function.BadFunction;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.node.NodeTask;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Lambdas as data. Public, since they refer to methods. */
public class LambdaDataTest {

    private static final FunctionLoader HERE = FunctionLoader.onClassPath();
    private static final ValueCodec VALUES = new ValueCodec(HERE, codecs -> codecs);

    private final String field = "of this object";

    record Order(String customer, List<Line> lines, Kind kind) {}

    record Line(long price) {}

    enum Kind {
        NEW,
        OLD
    }

    private static LambdaData data(NodeTask.Returning<?> task) {
        return LambdaData.of(task, HERE, VALUES);
    }

    private static Object run(LambdaData data) throws Exception {
        return data.bind(HERE, VALUES).call();
    }

    public static String visible() {
        return "seen";
    }

    private static String hidden() {
        return "not seen";
    }

    @Test
    void lambdaRunsElsewhereWithWhatItCaptured() throws Exception {
        String text = "pear";
        int number = 7;
        long price = 3;
        boolean flag = true;
        List<String> list = List.of("a", "b");
        var order = new Order("ann", List.of(new Line(5)), Kind.OLD);
        Map<String, Order> orders = Map.of("first", order);
        Set<Duration> times = Set.of(Duration.ofSeconds(2));
        Object nothing = null;

        LambdaData data = data(() -> text + number + price + flag + list + orders + times + nothing);

        assertThat(run(data)).isEqualTo("pear73true[a, b]{first=" + order + "}" + times + "null");
        assertThat(run(data(LambdaDataTest::visible))).isEqualTo("seen");
    }

    @Test
    void exceptionOfTheLambdaIsItsOwn() {
        LambdaData data = data(() -> {
            throw new java.io.IOException("no disk");
        });

        assertThatThrownBy(() -> run(data))
                .isInstanceOf(java.io.IOException.class)
                .hasMessage("no disk");
    }

    @Test
    void whatCannotTravelIsRefusedWithTheReason() {
        assertRefused(() -> field, "captures this");
        Object local = new Object();
        assertRefused(() -> local, "no codec for java.lang.Object");
        Thread thread = Thread.currentThread();
        List<Thread> threads = List.of(thread);
        assertRefused(() -> threads, "no codec for java.lang.Thread");
        String[] array = {"a"};
        assertRefused(() -> array, "use a List");
        TreeMap<String, String> map = new TreeMap<>();
        assertRefused(() -> map.firstKey(), "declare it as List, Set or Map");
        String large = "x".repeat(ValueCodec.MOST_BYTES + 1);
        assertRefused(() -> large, "the limit is");
        assertRefused(LambdaDataTest::hidden, "public static");
        assertRefused(Object::new, "no static method");
        assertRefused("text"::length, "no static method");
        assertRefused(
                new NodeTask.Returning<>() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public Object call() {
                        return 1;
                    }
                },
                "neither a lambda nor a method reference");
    }

    private static void assertRefused(NodeTask.Returning<?> task, String reason) {
        assertThatThrownBy(() -> data(task))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void classThatIsNotAllowedOrAnotherVersionIsRefusedByName() throws Exception {
        LambdaData data = data(() -> 1);
        try (FunctionLoader other = FunctionLoader.in(List.<Path>of(), List.of("com.acme"))) {
            assertThatThrownBy(() -> data.bind(other, VALUES))
                    .isInstanceOf(BadFunction.class)
                    .hasMessageContaining(LambdaDataTest.class.getName() + " is not allowed here");
        }
        var older = new LambdaData(data.type(), data.method(), data.signature(), "0".repeat(64), data.captured());
        assertThatThrownBy(() -> older.bind(HERE, VALUES))
                .isInstanceOf(BadFunction.class)
                .hasMessageContaining("another version");
        var other = new LambdaData(data.type(), "hidden", "()Ljava/lang/String;", data.digest(), data.captured());
        assertThatThrownBy(() -> other.bind(HERE, VALUES))
                .isInstanceOf(BadFunction.class)
                .hasMessageContaining("neither the body of a lambda nor a public static method");
    }

    @Test
    void recordWithOtherComponentsIsRefused() {
        String text = VALUES.encode(new Line(1));

        assertThat(VALUES.decode(text)).isEqualTo(new Line(1));
        assertThatThrownBy(() -> VALUES.decode("0" + text))
                .isInstanceOf(BadFunction.class)
                .hasMessageContaining("other components");
        assertThatThrownBy(() -> VALUES.decode(text.replace("$Line", "")))
                .hasMessageContaining("neither record nor enum");
    }

    /** Random and mutated data: a named error or an ordinary result, never anything else. */
    @Test
    void damagedDataIsANamedError() {
        String file = "f";
        int size = 3;
        var order = new Order("ann", List.of(new Line(5)), Kind.NEW);
        LambdaData good = data(() -> file + size + order);
        List<Function<LambdaData, String>> fields = List.of(
                LambdaData::type, LambdaData::method, LambdaData::signature, LambdaData::digest, LambdaData::captured);
        var random = new Random(42);
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            var parts = new String[fields.size()];
            for (int part = 0; part < parts.length; part++) {
                parts[part] = fields.get(part).apply(good);
            }
            int changed = random.nextInt(parts.length);
            parts[changed] = mutated(parts[changed], random);
            var data = new LambdaData(parts[0], parts[1], parts[2], parts[3], parts[4]);
            try {
                data.bind(HERE, VALUES);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(4_000);
    }

    private static String mutated(String text, Random random) {
        var bytes = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(bytes.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> bytes.insert(at, (char) random.nextInt(0x250));
                case 1 -> bytes.setLength(at);
                case 2 -> bytes.append(text, 0, Math.min(at, text.length()));
                default -> {
                    if (at < bytes.length()) {
                        bytes.setCharAt(at, (char) (32 + random.nextInt(95)));
                    }
                }
            }
        }
        return bytes.toString();
    }

    @Test
    void lambdaOfAnotherKindOfInterfaceTravelsToo() throws Exception {
        Serializable task = (NodeTask.Action) () -> Thread.onSpinWait();

        assertThat(run(LambdaData.of(task, HERE, VALUES))).isNull();
    }
}
