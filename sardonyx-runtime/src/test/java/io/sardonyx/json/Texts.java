package io.sardonyx.json;

import io.sardonyx.command.Command;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.RosterView;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** JSON text in and out, for tests that speak it. */
public final class Texts {

    private Texts() {}

    /** Single quotes read better in Java. */
    public static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    public static Field field(String json) {
        return Json.read(bytes(json));
    }

    public static ReplicaView view(String json) {
        return ReplicaView.read(bytes(json));
    }

    public static String text(ReplicaView view) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        view.write(out);
        out.end().flush();
        return text.toString();
    }

    public static RosterView roster(String json) {
        return RosterView.read(bytes(json));
    }

    public static String text(RosterView view) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        view.write(out);
        out.end().flush();
        return text.toString();
    }

    public static String text(Command command) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        CommandCodec.write(command, out);
        out.end().flush();
        return text.toString();
    }

    public static String resource(String path) {
        try (var stream = Objects.requireNonNull(Texts.class.getResourceAsStream(path), path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
