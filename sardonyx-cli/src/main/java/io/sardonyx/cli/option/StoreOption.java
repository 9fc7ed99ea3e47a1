package io.sardonyx.cli.option;

import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.RosterView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.Signature;
import io.sardonyx.job.Allocation;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Keywords;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.store.Stores;
import io.sardonyx.store.file.FileStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options {@code --store} and {@code --timeout}: address of the store, and timeout of its answers. */
public final class StoreOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            required = true,
            description = "The cluster's store: file:/DIRECTORY, zookeeper://HOST:PORT/TENANCY or"
                    + " opensearch://HOST:PORT/TENANCY.")
    private String address = "";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeoutConverter.class,
            description = "How long to wait for each answer of the store, such as 500ms, 30s or 2m; 30s by default.")
    private Duration timeout = AdminClient.PATIENCE;

    /** An address without its query, which may hold a password. */
    public static String withoutSecrets(String address) {
        int question = address.indexOf('?');
        return question < 0 ? address : address.substring(0, question) + "?…";
    }

    /** The address for messages, without secrets. */
    public String shown() {
        return withoutSecrets(address);
    }

    /** Whether the store is a directory that other users of this machine have access to. */
    public boolean isOpenToOthers() {
        return address.startsWith("file:")
                && FileStore.isOpenToOthers(Path.of(address.replaceFirst("^file:(//)?", "")));
    }

    public Store open() {
        return opened(() -> Stores.open(address));
    }

    /** Timeout of each request to the store. */
    public Duration timeout() {
        return timeout;
    }

    /** The provenance that is recorded in entries appended by this command. */
    public static Signature signature() {
        return new Signature(System.getProperty("user.name"), "cli", InstantSource.system());
    }

    /** A client of the cluster. */
    public AdminClient connect() {
        return opened(() -> AdminClient.connect(address, timeout, signature()));
    }

    /** A client of the cluster in a store that the caller has opened and closes. */
    public AdminClient connect(Store opened) {
        return AdminClient.over(opened, timeout, signature());
    }

    /** Maps failures to open to errors that name the option, without secrets. */
    private <T> T opened(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (IllegalArgumentException e) {
            String fault = String.valueOf(e.getMessage()).replace(address, shown());
            throw new BadInput(Configuration.of(spec).nameOf("--store") + ": " + fault, e);
        } catch (UncheckedIOException e) {
            throw new StoreUnreachable(
                    "the store cannot be used: " + e.getMessage()
                            + "; is this the right directory, and may this user write there?",
                    e);
        }
    }

    /**
     * The replica of the cluster after an entry, or at the end of the log.
     *
     * @throws BadInput when the entry does not exist yet, or is trimmed
     */
    public ReplicaView founded(long at) {
        try (AdminClient client = connect()) {
            ReplicaView end = client.founded();
            if (at == Long.MAX_VALUE) {
                return end;
            }
            if (at > end.position()) {
                throw new BadInput("there is no entry " + at + " yet; the log ends at " + end.position());
            }
        }
        ReplicaView view = read(at, (entry, change) -> {});
        if (view.position() > at) {
            throw new BadInput("entry " + at + " is trimmed; the log begins behind entry " + view.position());
        }
        return view;
    }

    /**
     * Folds the log up to a position or to its end.
     *
     * @throws StoreUnreachable after the timeout
     */
    public ReplicaView read(long upTo, LogScanner.Reader<Replica> reader) {
        try (Store store = open()) {
            return LogScanner.read(store, upTo, timeout, reader);
        } catch (TimeoutException e) {
            throw new StoreUnreachable(shown() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Folds the coordinator's log up to a position or to its end.
     *
     * @throws BadInput when the cluster has no such log
     * @throws StoreUnreachable after the timeout
     */
    public RosterView readEvents(long upTo, LogScanner.Reader<Roster> reader) {
        try (Store store = open()) {
            var reached = LogScanner.ofCoordinator(store, coordinated()).read(upTo, timeout, reader);
            return new RosterView(reached.state(), reached.position());
        } catch (TimeoutException e) {
            throw new StoreUnreachable(shown() + ": " + e.getMessage(), e);
        }
    }

    /**
     * The parameters of the cluster, whose allocation must be coordinated.
     *
     * @throws BadInput when it is another one
     */
    public ClusterParameters coordinated() {
        ClusterParameters found = founded(Long.MAX_VALUE).replica().cluster();
        if (found.allocation() != Allocation.COORDINATED) {
            throw new BadInput("the allocation of cluster " + found.id() + " is " + Keywords.of(found.allocation())
                    + ", so it has no coordinator and no log of one");
        }
        return found;
    }

    /**
     * The picocli converter for timeouts: a number with unit, {@code 500ms}, {@code 30s}, {@code 2m}, or {@code PT30S}.
     */
    public static final class TimeoutConverter implements ITypeConverter<Duration> {

        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(1);
        private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

        @Override
        public Duration convert(String text) {
            Duration read = read(text);
            if (read == null || read.compareTo(SHORTEST) < 0 || read.compareTo(LONGEST) > 0) {
                throw new TypeConversionException(
                        "'" + text + "' is no time to wait; give one from 1ms to 24h, such as 500ms, 30s or 2m");
            }
            return read;
        }

        private static @Nullable Duration read(String text) {
            Matcher matcher = SHORT.matcher(text);
            try {
                if (!matcher.matches()) {
                    return Duration.parse(text);
                }
                long number = Long.parseLong(matcher.group(1));
                return switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    default -> Duration.ofHours(number);
                };
            } catch (DateTimeParseException | ArithmeticException e) {
                return null;
            }
        }
    }
}
