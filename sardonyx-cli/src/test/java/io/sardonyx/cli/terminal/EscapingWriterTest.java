package io.sardonyx.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EscapingWriterTest {

    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(new EscapingWriter(written));

    @Test
    void marksOfDirectionAreSeen() {
        out.print("read\u202etxt\u2066.exe\u2069, ");
        out.print(new char[] {'a', '\u200f', 'b'});
        out.print('\u061c');
        out.print("\u2028");
        assertThat(written).hasToString("read\\u202etxt\\u2066.exe\\u2069, a\\u200fb\\u061c\\u2028");
    }

    @Test
    void allElseIsAsItWas() {
        String text = "zwölf\tשלום \u200d👩\u200d🚀 \u001b[1mfett\u001b[0m\n";
        out.print(text);
        assertThat(written).hasToString(text);
    }

    @Test
    void aStringOfJsonStillMeansTheSame() {
        out.print("{\"name\": \"a\u202eb\"}");
        var read = Json.read(written.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(read.at("name").text()).isEqualTo("a\u202eb");
    }
}
