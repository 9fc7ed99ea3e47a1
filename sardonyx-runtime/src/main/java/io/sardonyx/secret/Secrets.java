package io.sardonyx.secret;

import io.sardonyx.job.check.SecretTemplate;
import io.sardonyx.job.check.SecretTemplate.Reference;
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
 * Resolver and redactor of secrets, such as passwords, that jobs contain as references only: looked up in this process
 * when a task starts, and redacted from what the engine logs and stores of other code's exceptions.
 *
 * <p>A process that takes jobs from outside does not trust them, so it resolves only references that its policy allows.
 * Thread-safe.
 */
public final class Secrets {

    /** Most bytes of a secret in a file. */
    private static final int MAX_BYTES = 64 << 10;

    /** Shorter secrets are not redacted: they would occur everywhere, and their absence would give them away. */
    private static final int LEAST_REDACTED = 4;

    /** Values remembered per secret that changes over time, since tasks may still hold former ones. */
    private static final int MOST_VALUES = 100;

    /** A secret that was looked up. */
    private record Known(String value, String reference) {}

    private final Map<String, String> variables;
    private final @Nullable SecretPolicy allowance;
    /* In the order of look-up; guarded by this. */
    private final List<Known> remembered = new ArrayList<>();
    /*
     * The longest first, so that a secret that contains another is redacted as a whole. Copy on write; read by any
     * thread.
     */
    private volatile List<Known> known = List.of();

    /** @param allowance which references may be resolved; null for all */
    Secrets(Map<String, String> variables, @Nullable SecretPolicy allowance) {
        this.variables = variables;
        this.allowance = allowance;
    }

    /** Resolves every reference, for a program that runs its own jobs. */
    public static Secrets all() {
        return new Secrets(System.getenv(), null);
    }

    /** Resolves no reference. */
    public static Secrets none() {
        return allowing(List.of());
    }

    /**
     * Resolves only references that match a pattern, as {@code env:DB_*} or {@code file:/run/secrets/*}.
     *
     * @throws IllegalArgumentException that names a malformed pattern
     */
    public static Secrets allowing(List<String> patterns) {
        return new Secrets(System.getenv(), new SecretPolicy(patterns));
    }

    /**
     * Replaces references in a text by their secrets.
     *
     * @throws IllegalArgumentException that names the reference which cannot be resolved, and the remedy
     */
    public String resolved(String text) {
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

    /** Content of the file, without a line end at its end, which editors add. */
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

    /** Remembers a secret for redaction. */
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

    /** Replaces all secrets that were looked up in a text by their references, the longest first. */
    public String redacted(String text) {
        String clean = text;
        for (Known secret : known) {
            clean = clean.replace(secret.value(), secret.reference());
        }
        return clean;
    }

    /** The exception, or a redacted copy of it once any secret was looked up. */
    public Throwable redacted(Throwable thrown) {
        return known.isEmpty() ? thrown : RedactedException.of(thrown, this);
    }

    /** An object as a string, even if its {@code toString} throws. */
    public static String words(Object thing) {
        try {
            return String.valueOf(thing);
        } catch (Throwable e) {
            return thing.getClass().getName() + " that cannot be shown ("
                    + e.getClass().getSimpleName() + ")";
        }
    }
}
