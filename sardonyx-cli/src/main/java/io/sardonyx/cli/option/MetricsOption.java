package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import io.sardonyx.metrics.MetricsPage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

/** The option {@code --metrics}: the address of the HTTP endpoint for Prometheus. */
public final class MetricsOption {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--metrics",
            paramLabel = "[HOST:]PORT",
            converter = Reader.class,
            description = "Where Prometheus reads how this process does, as http://HOST:PORT/metrics; on this machine"
                    + " only unless a host is said, port 0 for any that is free (none).")
    private @Nullable Endpoint metrics;

    /** Binds the port; null if the option is not given. */
    @Nullable
    public MetricsPage bind() {
        if (metrics == null) {
            return null;
        }
        try {
            return MetricsPage.bind(metrics.host(), metrics.port());
        } catch (IOException e) {
            throw new BadInput(Configuration.of(spec).nameOf("--metrics") + ": " + e.getMessage(), e);
        }
    }

    /** The picocli converter; a port without host is on loopback. */
    static final class Reader implements ITypeConverter<Endpoint> {

        @Override
        public Endpoint convert(String text) {
            if (text.contains("://")) {
                throw new TypeConversionException(
                        "'" + text + "' is no address: it should look like 9464 or" + " worker-1:9464");
            }
            return Endpoint.parse(text.contains(":") ? text : ":" + text);
        }
    }
}
