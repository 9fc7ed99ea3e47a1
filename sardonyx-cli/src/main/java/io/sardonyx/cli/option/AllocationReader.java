package io.sardonyx.cli.option;

import io.sardonyx.job.Allocation;
import io.sardonyx.json.Keywords;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The picocli converter of {@code --allocation}: only the ways to decide that a process can found. */
public final class AllocationReader implements ITypeConverter<Allocation> {

    static final Allocation[] OFFERED = {Allocation.PLANNED, Allocation.VOLUNTEERED};

    @Override
    public Allocation convert(String text) {
        for (Allocation offered : OFFERED) {
            if (Keywords.of(offered).equalsIgnoreCase(text)) {
                return offered;
            }
        }
        throw new TypeConversionException("'" + text + "' is none of planned, volunteered");
    }
}
