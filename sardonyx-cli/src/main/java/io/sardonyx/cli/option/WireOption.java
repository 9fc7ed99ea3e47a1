package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import io.sardonyx.port.WireAddress;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options {@code --bind}, {@code --advertise} and {@code --wire}: the transport between processes of a cluster. */
public final class WireOption {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--bind",
            paramLabel = "[WIRE://]HOST:PORT",
            converter = Endpoint.Reader.class,
            description = "Where other processes of the cluster reach these peers, by tcp:// (default) or aeron://;"
                    + " :PORT for this machine only, port 0 for any that is free (127.0.0.1:0).")
    private Endpoint bind = Endpoint.LOCAL;

    @Setting
    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            converter = Endpoint.Reader.class,
            description = "The address to announce to the cluster; by default that of --bind.")
    private @Nullable Endpoint advertise;

    @Setting
    @Option(
            names = "--wire",
            paramLabel = "KEY=VALUE",
            split = ",",
            description = "What only that kind of wire understands, such as tls.key=FILE; see docs/operations.md.")
    private Map<String, String> options = Map.of();

    /**
     * The address to bind and to advertise.
     *
     * @throws BadInput when others cannot reach the advertised address
     */
    public WireAddress address() {
        Endpoint announced = advertise == null ? bind : advertise;
        if (!announced.isDefinite() || advertise != null && advertise.port() == 0) {
            throw new BadInput(name(advertise != null ? "--advertise" : "--bind") + ": nobody can reach " + announced
                    + "; say with --advertise HOST:PORT what others shall use");
        }
        return new WireAddress(
                bind.wire(), bind.host(), bind.port(), advertise == null ? null : advertise.toString(), options);
    }

    /** Opens something that binds the address. */
    public interface Opening<T> {
        T open() throws IOException;
    }

    /** Maps failures to bind to errors that name the option. */
    public <T> T opened(Opening<T> opening) {
        try {
            return opening.open();
        } catch (IOException e) {
            throw new BadInput(name("--bind") + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new BadInput(name("--bind") + ", " + name("--wire") + ": " + e.getMessage(), e);
        }
    }

    private String name(String option) {
        return Configuration.of(spec).nameOf(option);
    }
}
