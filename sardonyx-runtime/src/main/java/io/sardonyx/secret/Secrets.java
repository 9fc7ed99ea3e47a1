package io.sardonyx.secret;

import io.sardonyx.job.SecretTemplate;
import io.sardonyx.job.SecretTemplate.Reference;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What jobs refer to but do not say, such as passwords: looked up in this process when a task starts, and taken out of
 * everything that the engine says of what others threw.
 *
 * <p>Whoever submits a job may be anybody. So a process that takes jobs from outside looks up only what it was told to.
 */
public final class Secrets {

    private static final int MAX_BYTES = 64 << 10;

    /** Shorter ones would be found everywhere, and so give themselves away by what is missing. */
    private static final int LEAST_REDACTED = 4;

    /** Of a secret that is changed now and then so many values are remembered: tasks may have former ones. */
    private static final int MOST_VALUES = 100;

    /** A secret that a task has. */
    private record Known(String value, String reference) {}

    private final Map<String, String> variables;
    private final @Nullable SecretPolicy allowance;
    /* In the order in which they were looked up. */
    private final List<Known> remembered = new ArrayList<>();
    /* The longest first. */
    private volatile List<Known> known = List.of();

    /** @param allowance what may be looked up; null for everything */
    Secrets(Map<String, String> variables, @Nullable SecretPolicy allowance) {
        this.variables = variables;
        this.allowance = allowance;
    }

    /** All that there is, for a program that runs its own jobs. */
    public static Secrets all() {
        return new Secrets(System.getenv(), null);
    }

    public static Secrets none() {
        return allowing(List.of());
    }

    /**
     * Only what one of these patterns allows, as {@code env:DB_*} or {@code file:/run/secrets/*}.
     *
     * @throws IllegalArgumentException that names what is no pattern
     */
    public static Secrets allowing(List<String> patterns) {
        return new Secrets(System.getenv(), new SecretPolicy(patterns));
    }

    /**
     * The text with secrets in place of references.
     *
     * @throws IllegalArgumentException that names the reference which stands for nothing here, and the remedy
     */
    String resolved(String text) {
        return SecretTemplate.of(text).filled(this::lookUp);
    }

    private String lookUp(Reference reference) {
        if (allowance != null && !allowance.covers(reference)) {
            throw new IllegalArgumentException(reference + " may not be looked up here, where " + allowance
                    + "; start the peers with --secrets "
                    + reference.kind().prefix() + reference.name() + ", or leave it out");
        }
        String value = switch (reference.kind()) {
            case VARIABLE -> variable(reference);
            case FILE -> content(reference);
        };
        remember(new Known(value, reference.toString()));
        return value;
    }

    private String variable(Reference reference) {
        String value = variables.get(reference.name());
        if (value == null) {
            throw new IllegalArgumentException(reference + ": there is no variable " + reference.name()
                    + " in this process; set it before the start, or correct the name");
        }
        return value;
    }

    /** What is in the file, without the end of its last line, which editors add. */
    private static String content(Reference reference) {
        try (InputStream stream = Files.newInputStream(Path.of(reference.name()))) {
            byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IllegalArgumentException(reference + ": the file is longer than 64 KiB; a secret is short");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.endsWith("\r\n")
                    ? text.substring(0, text.length() - 2)
                    : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(reference + ": the file is not UTF-8; a secret is a text", e);
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    reference + ": there is no such file that can be read on this machine; put it there, or correct the"
                            + " path",
                    e);
        }
    }

    private synchronized void remember(Known secret) {
        if (secret.value().length() < LEAST_REDACTED || known.contains(secret)) {
            return;
        }
        remembered.add(secret);
        List<Known> values = remembered.stream()
                .filter(each -> each.reference().equals(secret.reference()))
                .toList();
        if (values.size() > MOST_VALUES) {
            remembered.remove(values.get(0));
        }
        known = remembered.stream()
                .sorted(Comparator.comparing(each -> -each.value().length()))
                .toList();
    }

    /** The text with references in place of all secrets that were looked up; the longest first. */
    public String redacted(String text) {
        String clean = text;
        for (Known secret : known) {
            clean = clean.replace(secret.value(), secret.reference());
        }
        return clean;
    }

    /** What was thrown, or what may be told of it. */
    public Throwable redacted(Throwable thrown) {
        return known.isEmpty() ? thrown : RedactedException.of(thrown, this);
    }

    /** Somebody else's object as a string, even if its {@code toString} throws. */
    public static String words(Object thing) {
        try {
            return String.valueOf(thing);
        } catch (Throwable e) {
            return thing.getClass().getName() + " that cannot be shown ("
                    + e.getClass().getSimpleName() + ")";
        }
    }
}
