package io.sardonyx.cli.job;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.sardonyx.json.BadText;
import io.sardonyx.json.Json;
import io.sardonyx.json.TextPosition;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * A parser of the subset of YAML that is equivalent to JSON.
 *
 * <p>A plain scalar is a number, a boolean or null exactly if it would be in JSON, else a string. Scalars that YAML 1.1
 * or 1.2 would interpret as something else have to be quoted, since they are ambiguous. Anchors, aliases, tags and
 * merge keys are rejected: JSON has none, and a few lines of them can expand to more than fits into memory.
 */
final class YamlParser extends YAMLParser {

    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)");
    private static final Pattern NUMBER = Pattern.compile(WHOLE + "(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final String MERGE = "<<";

    /** Words that YAML 1.1 takes for booleans or null, and YAML 1.2 for strings. */
    private static final Set<String> WORDS =
            Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=");

    /**
     * Number formats of YAML that JSON has not: octal, hexadecimal, binary, with underscores, sexagesimal, not finite,
     * or with a leading or trailing dot.
     */
    private static final Pattern ODD_NUMBER = Pattern.compile("[-+]?(0o?[0-7_]+|0x[0-9a-f_]+|0b[01_]+|\\.inf|\\.nan"
            + "|[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?"
            + "|([0-9][0-9_]*\\.?[0-9_]*|\\.[0-9][0-9_]*)(e[-+]?[0-9]+)?)");

    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([t \\t].*)?");

    /** Whether the first document has begun; a second one is an error. */
    private boolean began;

    private YamlParser(IOContext context, int features, LoaderOptions bounds, Reader reader) {
        super(context, features, 0, bounds, null, reader);
    }

    /** A parser of this text. */
    static JsonParser of(String text) {
        try {
            return new Factory(text.length()).createParser(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The factory, which provides the context that a parser needs. */
    private static final class Factory extends YAMLFactory {

        private static final long serialVersionUID = 1;

        Factory(int length) {
            super(YAMLFactory.builder()
                    .streamReadConstraints(Json.CONSTRAINTS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .loaderOptions(bounds(length)));
        }

        private static LoaderOptions bounds(int length) {
            var bounds = new LoaderOptions();
            bounds.setCodePointLimit(length + 1);
            return bounds;
        }

        @Override
        protected YAMLParser _createParser(Reader reader, IOContext context) {
            return new YamlParser(context, _parserFeatures, _loaderOptions, reader);
        }
    }

    @Override
    protected Event getEvent() throws IOException {
        Event event;
        try {
            event = super.getEvent();
        } catch (MarkedYAMLException e) {
            throw refused(e.getProblemMark(), problem(e));
        }
        if (event instanceof DocumentStartEvent) {
            if (began) {
                throw refused(event.getStartMark(), "a second document begins here; a file has one");
            }
            began = true;
        } else if (event instanceof NodeEvent node) {
            check(node);
            boolean isKey = _parsingContext.inObject() && currentToken() != JsonToken.FIELD_NAME;
            if (isKey && !(node instanceof ScalarEvent)) {
                throw refused(event.getStartMark(), "there is a list or an object as a key; a key is a text");
            }
        }
        return event;
    }

    private static String problem(MarkedYAMLException e) {
        String problem = String.valueOf(e.getProblem());
        if (problem.contains("TAB")) {
            return "there is a tab before a key or a value; indent with blanks instead";
        }
        return "not valid YAML: " + (e.getContext() == null ? "" : e.getContext() + ", ") + problem;
    }

    private static void check(NodeEvent node) {
        String anchor = node.getAnchor();
        String tag = tag(node);
        if (node instanceof AliasEvent) {
            throw refused(node.getStartMark(), "*" + anchor + " is an alias; write out what it stands for");
        }
        if (anchor != null) {
            throw refused(node.getStartMark(), "&" + anchor + " is an anchor, which a job cannot have; leave it out");
        }
        if (tag != null) {
            throw refused(node.getStartMark(), tag + " is a tag, which a job cannot have; leave it out");
        }
        if (node instanceof ScalarEvent scalar
                && scalar.isPlain()
                && scalar.getValue().equals(MERGE)) {
            throw refused(node.getStartMark(), "<< is a merge key; write out what it stands for, or put it in quotes");
        }
    }

    private static @Nullable String tag(NodeEvent node) {
        if (node instanceof ScalarEvent scalar) {
            return scalar.getTag();
        }
        return node instanceof CollectionStartEvent collection ? collection.getTag() : null;
    }

    @Override
    protected JsonToken _decodeScalar(ScalarEvent scalar) throws IOException {
        String value = scalar.getValue();
        streamReadConstraints().validateStringLength(value.length());
        _textValue = value;
        _cleanedTextValue = value;
        _numberNegative = value.startsWith("-");
        if (!scalar.isPlain()) {
            return JsonToken.VALUE_STRING;
        }
        return switch (value) {
            case "", "null" -> JsonToken.VALUE_NULL;
            case "true" -> JsonToken.VALUE_TRUE;
            case "false" -> JsonToken.VALUE_FALSE;
            default -> numberOrText(scalar, value);
        };
    }

    private static JsonToken numberOrText(ScalarEvent scalar, String value) {
        if (NUMBER.matcher(value).matches()) {
            return WHOLE.matcher(value).matches() ? JsonToken.VALUE_NUMBER_INT : JsonToken.VALUE_NUMBER_FLOAT;
        }
        String lower = value.toLowerCase(Locale.ROOT);
        boolean odd = WORDS.contains(lower)
                || ODD_NUMBER.matcher(lower).matches()
                || DATE.matcher(lower).matches();
        if (odd) {
            throw refused(
                    scalar.getStartMark(),
                    value + " means different things to different readers of YAML; put it in quotes if it is a text");
        }
        return JsonToken.VALUE_STRING;
    }

    private static BadText refused(Mark at, String what) {
        return new BadText(new TextPosition(at.getLine() + 1, at.getColumn() + 1), what, null);
    }
}
