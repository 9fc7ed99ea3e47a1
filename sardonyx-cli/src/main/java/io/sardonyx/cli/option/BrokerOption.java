package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.queue.Brokers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option {@code --broker}: the brokers of queued jobs. */
public final class BrokerOption {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--broker",
            paramLabel = "ADDRESS",
            description = "Broker of jobs with queued delivery, the same for all processes:"
                    + " artemis://USER@HOST:PORT?password=file:PATH.")
    private @Nullable String address;

    /** The address of the brokers, which is looked at before it is used; null if there is none. */
    public @Nullable String address() {
        open().forEach(Broker::close);
        return address;
    }

    /** Connections to the brokers, which the caller closes; none if none is given. */
    public List<Broker> open() {
        try {
            return address == null ? List.of() : Brokers.open(address);
        } catch (IllegalArgumentException e) {
            throw new BadInput(name() + ": " + e.getMessage(), e);
        }
    }

    public BadInput refusal(BrokerFault fault) {
        return new BadInput(name() + ": " + fault.getMessage(), fault);
    }

    private String name() {
        return Configuration.of(spec).nameOf("--broker");
    }
}
