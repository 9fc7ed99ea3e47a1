package io.sardonyx.cli.job;

import com.fasterxml.jackson.core.JsonParser;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.content.JobStore;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.json.BadField;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.BadText;
import io.sardonyx.json.Json;
import io.sardonyx.json.TextPosition;
import io.sardonyx.json.TextPositions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The source text of a job file, JSON or YAML; maps errors in the job to lines and columns. */
public final class JobText {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final InputFile file;
    private final String text;

    private JobText(InputFile file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * Reads and decodes a file.
     *
     * @throws UnusableJob when it is not UTF-8 or has control characters
     * @throws BadInput when it cannot be read, or is too long or empty
     */
    public static JobText in(InputFile file) {
        byte[] bytes = file.read(stream -> stream.readNBytes(JobStore.MAX_BYTES + 1));
        try {
            return new JobText(file, text(bytes));
        } catch (BadText e) {
            throw new UnusableJob(file, e);
        } catch (BadInput e) {
            throw e.in(file.shown());
        }
    }

    private static String text(byte[] bytes) {
        if (bytes.length > JobStore.MAX_BYTES) {
            throw new BadInput(
                    "is longer than " + (JobStore.MAX_BYTES >> 20) + " MiB; a job names its data, it does not hold it");
        }
        String text = decoded(bytes);
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            throw new BadInput("begins with a byte order mark; save it as UTF-8 without one");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t') {
                String code = String.format(Locale.ROOT, "U+%04X", (int) c);
                throw new BadText(spot(text, i), "there is a control character, " + code + "; take it out", null);
            }
        }
        if (text.isBlank()) {
            throw new BadInput("is empty; a job was expected");
        }
        return text;
    }

    private static String decoded(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            throw new BadText(spot(text, text.length()), "is not UTF-8; save the file in that encoding", null);
        }
        return text;
    }

    /** Line and column of an index, from 1 on. */
    private static TextPosition spot(String text, int index) {
        String before = text.substring(0, index);
        int line = (int) before.chars().filter(c -> c == '\n').count();
        return new TextPosition(line + 1, index - before.lastIndexOf('\n'));
    }

    /**
     * Parses and validates the job.
     *
     * @throws UnusableJob with all faults and their positions
     */
    public Job job() {
        return job(draft -> List.of());
    }

    /**
     * Parses and validates the job, with additional checks that also run on a draft that has faults.
     *
     * @throws UnusableJob with all faults and their positions
     */
    Job job(Function<Job, List<Fault>> more) {
        try (JsonParser parser = parser()) {
            return JobFile.read(Json.read(parser, isYaml() ? "YAML" : "JSON"));
        } catch (BadText e) {
            throw new UnusableJob(file, e);
        } catch (BadField e) {
            throw new UnusableJob(file, UnusableJob.FileFault.of(e, spots()));
        } catch (BadJob e) {
            Job draft = e.draft();
            throw unusable(draft == null ? e : e.and(more.apply(draft)));
        } catch (BadInput e) {
            throw e.in(file.shown());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The error for faults that were found later, with their positions in this text. */
    public UnusableJob unusable(BadJob job) {
        TextPositions spots = spots();
        List<UnusableJob.FileFault> complaints = job.faults().stream()
                .map(fault -> UnusableJob.FileFault.of(fault, spots))
                .sorted(Comparator.comparing(UnusableJob.FileFault::spot))
                .toList();
        return new UnusableJob(file, job, complaints);
    }

    private TextPositions spots() {
        return TextPositions.in(parser());
    }

    private JsonParser parser() {
        return isYaml() ? YamlParser.of(text) : Json.parser(text);
    }

    /** Decides by the file name extension; without one, text that begins with a brace is JSON. */
    private boolean isYaml() {
        String name = file.shown().toLowerCase(Locale.ROOT);
        boolean said = name.endsWith(".yaml") || name.endsWith(".yml");
        return said || !name.endsWith(".json") && !text.stripLeading().startsWith("{");
    }
}
