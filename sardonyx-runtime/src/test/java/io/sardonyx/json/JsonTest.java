package io.sardonyx.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sardonyx.value.text.Spelling;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a':1,'a':2} | line 1, column",
                "{'a':1} x | line 1, column",
                "{'a':1}{} | not valid JSON",
                "{'a': | not valid JSON",
                "{a:1} | not valid JSON",
                "nul | not valid JSON",
            })
    void malformedTextIsRefusedWithItsPlace(String json, String message) {
        assertThatThrownBy(() -> Texts.field(json)).isInstanceOf(BadInput.class).hasMessageContaining(message);
    }

    @Test
    void emptyTextIsRefused() {
        assertThatThrownBy(() -> Texts.field("")).isInstanceOf(BadInput.class).hasMessageContaining("is empty");
        assertThatThrownBy(() -> Texts.field(" \n "))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("is empty");
    }

    @Test
    void deepNestingIsRefused() {
        assertThatThrownBy(() -> Texts.field("[".repeat(100_000))).isInstanceOf(BadInput.class);
    }

    @Test
    void longNumbersAndTextsAreRefused() {
        assertThatThrownBy(() -> Texts.field("9".repeat(1_000))).isInstanceOf(BadInput.class);
        assertThatThrownBy(() -> Texts.field("'" + "x".repeat(2 << 20) + "'")).isInstanceOf(BadInput.class);
    }

    @Test
    void absurdExponentsAreRefused() {
        for (String number : new String[] {"999E99999999999999999", "1e-99999999999999999999"}) {
            assertThatThrownBy(() -> Texts.field(number)).as(number).isInstanceOf(BadInput.class);
        }
        for (String number : new String[] {"1e2147483647", "10e-2147483647", "10000e2147483647", "1e-2147483648"}) {
            try {
                CanonicalJson.of(Texts.field("[" + number + "]").node());
            } catch (BadInput e) {
                assertThat(e).hasMessageContaining("exponent");
            }
        }
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        for (byte[] garbage :
                new byte[][] {{0}, {-1, -2}, {0x1f, (byte) 0x8b, 8}, {'"', -1, '"'}, {'"', (byte) 0xc0, '"'}}) {
            assertThatThrownBy(() -> Json.read(garbage))
                    .as(Arrays.toString(garbage))
                    .isInstanceOf(BadInput.class);
        }
    }

    @Test
    void aLineOfAHundredMegabytesIsRefusedWithoutHoldingIt() {
        var endless = new InputStream() {
            private int left = 100 << 20;

            @Override
            public int read() {
                return left-- > 0 ? 'x' : -1;
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                int given = Math.min(left, length);
                Arrays.fill(bytes, from, from + given, (byte) 'x');
                left -= given;
                return given == 0 ? -1 : given;
            }
        };
        assertThatThrownBy(() -> new Lines(endless).next())
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("longer than 64 MiB");
    }

    @Test
    void blankLinesAreCountedButPassedOver() throws IOException {
        var lines = new Lines(new ByteArrayInputStream("a\n\n \r\nb".getBytes(StandardCharsets.UTF_8)));
        assertThat(lines.next()).asString().isEqualTo("a");
        assertThat(lines.next()).asString().isEqualTo("b");
        assertThat(lines.number()).isEqualTo(4);
        assertThat(lines.next()).isNull();
    }

    @Test
    void linesLongerThanTheBufferAreWhole() throws IOException {
        String line = "x".repeat(200_000);
        var lines = new Lines(new ByteArrayInputStream((line + "\n" + line).getBytes(StandardCharsets.UTF_8)));
        assertThat(lines.next()).asString().isEqualTo(line);
        assertThat(lines.next()).asString().isEqualTo(line);
        assertThat(lines.next()).isNull();
    }

    @Test
    void canonicalTextEscapesAsFewCharactersAsJsonAllows() {
        var text = new StringBuilder();
        for (char c = 0; c < 0x100; c++) {
            text.append(c);
        }
        text.append("\u2028\ud83d\ude00");
        String canonical = new String(
                CanonicalJson.of(JsonNodeFactory.instance.textNode(text.toString())), StandardCharsets.UTF_8);
        assertThat(Json.read(canonical.getBytes(StandardCharsets.UTF_8)).text()).isEqualTo(text.toString());
        assertThat(canonical)
                .startsWith("\"\\u0000\\u0001")
                .contains("\\u0007\\b\\t\\n\\u000B\\f\\r\\u000E", "\\u001F !\\\"#", "./0", "[\\\\]", "~\u007f\u0080")
                .endsWith("ÿ\u2028\ud83d\ude00\"");
    }

    @Test
    void canonicalTextHasTheKeysOfEachObjectInOrderButForThoseLeftOut() {
        Field object = Texts.field("{'b':[],'aa':{'z':1,'y':[{}]},'crc':7,'\u00e9':-3000000000,'B':1}");
        assertThat(CanonicalJson.without(Set.of("crc", "none"), object.node()))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"B\":1,\"aa\":{\"y\":[{}],\"z\":1},\"b\":[],\"é\":-3000000000}");
        assertThat(CanonicalJson.without(Set.of("a"), Texts.field("{'a':1}").node()))
                .asString()
                .isEqualTo("{}");
    }

    @Test
    void canonicalTextIsTheSameForTheSameDocument() {
        String canonical = "{\"a\":[1,0.5,100,1E+400,\"\\n\\u001F\\\"é\",null,true],\"b\":{}}";
        String other = "{ 'b' : {}, 'a' : [1, 0.50, 1.0e2, 1e400, '\\u000a\\u001f\\u0022\\u00e9', null, true]}";
        assertThat(CanonicalJson.of(Texts.field(other).node())).asString().isEqualTo(canonical);
        assertThat(CanonicalJson.of(Texts.field(canonical).node())).asString().isEqualTo(canonical);
    }

    @Test
    void nearWordsAreSuggested() {
        assertThat(Spelling.didYouMean("jobScheduller", java.util.List.of("jobs", "jobScheduler")))
                .isEqualTo("; did you mean jobScheduler?");
        assertThat(Spelling.didYouMean("teh", java.util.List.of("the"))).isEqualTo("; did you mean the?");
        assertThat(Spelling.didYouMean("zebra", java.util.List.of("jobs"))).isEmpty();
    }
}
