package io.sardonyx.function;

import java.util.List;

/** A segment with accessors. */
@SuppressWarnings("AmbiguousMethodReference") // that is what two of them are for
public record Order(String customer, long total, boolean isPaid) implements Dated {

    public List<String> lines() {
        return List.of(customer, Long.toString(total));
    }

    public void see() {
        Samples.SEEN.add(this);
    }

    public String with(String other) {
        return customer + other;
    }

    /** Beside an accessor of the same name. */
    public static long total(Order order) {
        return order.total;
    }

    /** Beside what every object has. */
    public static int hashCode(Order order) {
        return 7;
    }

    public static Order parsed(String line) {
        return new Order(line, line.length(), true);
    }
}
