package io.sardonyx.serial;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the tests of this package sell. */
final class Shop {

    static final Codecs CODECS = Codecs.forTypes(List.of(Basket.class, Primitives.class, Percent.class, Sorted.class));

    private Shop() {}

    enum State {
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

    record Cash(long cents) implements Payment {}

    record Card(String number, State state) implements Payment {}

    record Order(long id, String customer, int amount, double price, boolean isPaid, List<String> tags) {}

    record Basket(List<Order> orders, Payment payment, Map<String, ? extends Set<Note>> notes) {}

    record Note(Object text) {}

    record Primitives(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

    record Percent(int value) {
        Percent {
            if (value < 0 || value > 100) {
                throw new IllegalArgumentException(value + " is no percentage");
            }
        }
    }

    record Sorted(TreeMap<String, Integer> map) {}

    /** Neither record nor enum. */
    static final class Money {

        final long cents;
        final String currency;

        Money(long cents, String currency) {
            this.cents = cents;
            this.currency = currency;
        }

        static Codecs.Builder registered() {
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

    static Order order() {
        return new Order(123_456_789, "customer-4711", 42, 99.5, true, List.of("alpha", "beta", "gamma"));
    }
}
