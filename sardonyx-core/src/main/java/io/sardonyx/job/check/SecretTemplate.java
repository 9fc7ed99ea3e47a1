package io.sardonyx.job.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A text of a parameter in which references stand for secrets: <code>${env:NAME}</code> for a variable and <code>
 * ${file:PATH}</code> for what is in a file, of the process that runs the task. <code>$${</code> stands for a literal
 * <code>${</code>.
 *
 * <p>A job has the reference and never the secret, so a job can be shown, stored and hashed without giving it away.
 */
public final class SecretTemplate {

    /** What stands for a secret. */
    public record Reference(Kind kind, String name) {

        @Override
        public String toString() {
            return OPEN + kind.prefix + name + "}";
        }
    }

    /** Where a secret is kept. */
    public enum Kind {
        VARIABLE("env:"),
        FILE("file:");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }

        /** What references of this kind begin with. */
        public String prefix() {
            return prefix;
        }
    }

    private static final String OPEN = "${";
    private static final String ESCAPED = "$${";

    /** Literal texts and references, in their order. */
    private final List<Object> pieces = new ArrayList<>();

    private SecretTemplate() {}

    /**
     * The text in its pieces.
     *
     * @throws IllegalArgumentException that names what is neither a reference nor literal
     */
    public static SecretTemplate of(String text) {
        var template = new SecretTemplate();
        int at = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
            boolean escaped = open > at && text.startsWith(ESCAPED, open - 1);
            template.pieces.add(text.substring(at, escaped ? open - 1 : open));
            if (escaped) {
                template.pieces.add(OPEN);
                at = open + OPEN.length();
            } else {
                int close = text.indexOf('}', open);
                template.pieces.add(reference(text.substring(open, close < 0 ? text.length() : close + 1)));
                at = close + 1;
            }
        }
        template.pieces.add(text.substring(at));
        return template;
    }

    /** Whether there is anything in it that may stand for something else. */
    public static boolean mayRefer(String text) {
        return text.contains(OPEN);
    }

    private static Reference reference(String text) {
        for (Kind kind : Kind.values()) {
            int name = OPEN.length() + kind.prefix.length();
            if (text.startsWith(kind.prefix, OPEN.length()) && text.endsWith("}") && text.length() > name + 1) {
                return new Reference(kind, text.substring(name, text.length() - 1));
            }
        }
        throw new IllegalArgumentException(text + " is no reference; write ${env:NAME} or ${file:PATH}, or $${ for ${");
    }

    /** The text with each reference replaced. */
    public String filled(Function<Reference, String> secrets) {
        var text = new StringBuilder();
        for (Object piece : pieces) {
            text.append(piece instanceof Reference reference ? secrets.apply(reference) : piece);
        }
        return text.toString();
    }
}
