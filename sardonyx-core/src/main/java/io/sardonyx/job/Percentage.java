package io.sardonyx.job;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** A part of a hundred, exact to six decimals, so that every process rounds a share alike. */
public record Percentage(long millionths) implements Comparable<Percentage> {

    private static final int DECIMALS = 6;

    public static final Percentage ZERO = new Percentage(0);
    public static final Percentage HUNDRED = new Percentage(100_000_000);

    public Percentage {
        if (millionths < 0 || millionths > 100_000_000) {
            throw new IllegalArgumentException("a percentage is between 0 and 100, not "
                    + BigDecimal.valueOf(millionths, DECIMALS)
                            .stripTrailingZeros()
                            .toPlainString());
        }
    }

    public static Percentage of(BigDecimal value) {
        if (value.signum() < 0 || value.compareTo(BigDecimal.valueOf(100)) > 0) {
            throw new IllegalArgumentException("a percentage is between 0 and 100, not " + value.toPlainString());
        }
        return new Percentage(
                value.setScale(DECIMALS, RoundingMode.HALF_UP).unscaledValue().longValueExact());
    }

    public BigDecimal value() {
        BigDecimal value = BigDecimal.valueOf(millionths, DECIMALS).stripTrailingZeros();
        return value.scale() < 0 ? value.setScale(0) : value;
    }

    @Override
    public int compareTo(Percentage other) {
        return Long.compare(millionths, other.millionths);
    }

    @Override
    public String toString() {
        return value().toPlainString() + " %";
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Percentage that && millionths == that.millionths;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(millionths);
    }
}
