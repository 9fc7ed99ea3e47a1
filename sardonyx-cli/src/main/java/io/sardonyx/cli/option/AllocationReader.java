package io.sardonyx.cli.option;

import io.sardonyx.job.Allocation;
import io.sardonyx.json.Keywords;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The picocli converter of {@code --allocation}, by the words of the documentation. */
public final class AllocationReader implements ITypeConverter<Allocation> {

    @Override
    public Allocation convert(String text) {
        for (Allocation known : Allocation.values()) {
            if (Keywords.of(known).equalsIgnoreCase(text)) {
                return known;
            }
        }
        throw new TypeConversionException("'" + text + "' is none of planned, volunteered, coordinated");
    }
}
