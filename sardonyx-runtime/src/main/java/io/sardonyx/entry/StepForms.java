package io.sardonyx.entry;

import io.sardonyx.json.Field;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Step;
import io.sardonyx.value.text.Spelling;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * JSON forms of all steps of one log, as {@code {"fn": …, "args": {…}}}, where {@code fn} is the record's name in lower
 * case with hyphens.
 *
 * @param <T> commands or events
 */
final class StepForms<T extends Step<?>> {

    /** Writes the arguments of a step, as far as the format has them. */
    interface Writer<C> {
        void write(C step, JsonOut out, int format);
    }

    /** How a type of step is read and written, and the format that introduced it. */
    private record Form<C>(String fn, int sinceFormat, Class<C> type, Function<Field, C> read, Writer<C> write) {

        void write(Object step, JsonOut out, int format) {
            write.write(type.cast(step), out, format);
        }
    }

    private final String noun;
    private final Map<String, Form<? extends T>> byFn = new LinkedHashMap<>();
    private final Map<Class<?>, Form<? extends T>> byType = new HashMap<>();

    /** @param noun what messages call such a step */
    StepForms(String noun) {
        this.noun = noun;
    }

    <C extends T> void add(Class<C> type, int sinceFormat, Function<Field, C> read, Writer<C> write) {
        String fn = type.getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        var form = new Form<>(fn, sinceFormat, type, read, write);
        byFn.put(fn, form);
        byType.put(type, form);
    }

    /** All values of {@code fn}. */
    Set<String> names() {
        return Collections.unmodifiableSet(byFn.keySet());
    }

    String nameOf(T step) {
        return form(step.getClass()).fn();
    }

    private Form<? extends T> form(Class<?> type) {
        Form<? extends T> form = byType.get(type);
        if (form == null) {
            throw new IllegalStateException("no JSON form for " + type);
        }
        return form;
    }

    /** The format that introduced a type of step. */
    int sinceFormat(Class<?> type) {
        return form(type).sinceFormat();
    }

    boolean isKnown(String fn) {
        return byFn.containsKey(fn);
    }

    String unknown(String fn) {
        return "there is no " + noun + " \"" + fn + "\"" + Spelling.didYouMean(fn, names());
    }

    /** Decodes an object with {@code fn} and {@code args}. */
    T read(Field entry) {
        Field fn = entry.at("fn");
        Form<? extends T> form = byFn.get(fn.text());
        if (form == null) {
            throw fn.wrong(unknown(fn.text()));
        }
        Field args = entry.at("args");
        args.fields();
        return form.read().apply(args);
    }

    /** Writes both fields into an open object, without arguments introduced by a newer format. */
    void write(T step, JsonOut out, int format) {
        Form<? extends T> form = form(step.getClass());
        out.text("fn", form.fn()).begin("args");
        form.write(step, out, format);
        out.end();
    }
}
