package io.sardonyx.segment;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Segments for tests of codecs. Their class names are part of a fingerprint that must stay, so they keep their package.
 */
public final class Shop {

    public static final Codecs CODECS =
            Codecs.forTypes(List.of(Basket.class, Primitives.class, Percent.class, Sorted.class));

    private Shop() {}

    public enum State {
        OPEN,
        PAID {
            @Override
            boolean isFinal() {
                return true;
            }
        };

        boolean isFinal() {
            return false;
        }
    }

    sealed interface Payment permits Cash, Card {}

    public record Cash(long cents) implements Payment {}

    public record Card(String number, State state) implements Payment {}

    public record Order(long id, String customer, int amount, double price, boolean isPaid, List<String> tags) {}

    public record Basket(List<Order> orders, Payment payment, Map<String, ? extends Set<Note>> notes) {}

    public record Note(Object text) {}

    public record Primitives(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

    public record Percent(int value) {
        public Percent {
            if (value < 0 || value > 100) {
                throw new IllegalArgumentException(value + " is no percentage");
            }
        }
    }

    public record Sorted(TreeMap<String, Integer> map) {}

    /** Neither record nor enum. */
    public static final class Money {

        final long cents;
        final String currency;

        public Money(long cents, String currency) {
            this.cents = cents;
            this.currency = currency;
        }

        public static Codecs.Builder registered() {
            return Codecs.builder().register(Money.class, "money", Money::write, Money::read);
        }

        private static void write(Money money, SegmentOutput out) {
            out.putLong(money.cents);
            out.putText(money.currency);
        }

        private static Money read(SegmentInput in) {
            return new Money(in.takeLong(), in.takeText());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Money money && money.cents == cents && money.currency.equals(currency);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(cents);
        }
    }

    public static Order order() {
        return new Order(123_456_789, "customer-4711", 42, 99.5, true, List.of("alpha", "beta", "gamma"));
    }
}
