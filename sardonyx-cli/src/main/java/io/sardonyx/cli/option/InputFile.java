package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/** An input file given on the command line, or {@code -} for standard input; all errors are prefixed with its name. */
public record InputFile(String name) {

    /** A parser of the content. */
    public interface Reading<T> {
        T from(InputStream stream) throws IOException;
    }

    public boolean isPiped() {
        return name.equals("-");
    }

    /**
     * Opens and parses the file.
     *
     * @throws BadInput when it cannot be read, or the parser rejects it
     */
    public <T> T read(Reading<T> reading) {
        try (InputStream stream = open()) {
            return reading.from(stream);
        } catch (BadInput e) {
            throw e.in(shown());
        } catch (NoSuchFileException e) {
            throw new BadInput(shown() + ": no such file", e);
        } catch (AccessDeniedException e) {
            throw new BadInput(shown() + ": may not be read", e);
        } catch (IOException e) {
            throw new BadInput(shown() + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Parses the file as one JSON document. */
    public <T> T readDocument(Function<Field, T> reading) {
        return read(stream -> reading.apply(Json.read(stream)));
    }

    /** The name for messages. */
    public String shown() {
        return isPiped() ? "standard input" : name;
    }

    private InputStream open() throws IOException {
        if (isPiped()) {
            return new FilterInputStream(System.in) {
                @Override
                public void close() {
                    // Standard input is not opened here, so it is not closed.
                }
            };
        }
        try {
            Path path = Path.of(name);
            if (Files.isDirectory(path)) {
                throw new BadInput("is a directory; a file was expected");
            }
            return Files.newInputStream(path);
        } catch (InvalidPathException e) {
            throw new BadInput("is no name of a file: " + e.getReason(), e);
        }
    }
}
