package io.sardonyx.cli.demo;

import io.sardonyx.examples.Orders;
import io.sardonyx.examples.Orders.Order;
import io.sardonyx.examples.Orders.Sale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * What the demonstration's job writes to: each sale under its number, so that one that comes again changes nothing; for
 * any thread.
 */
final class SalesRecorder implements Consumer<Object> {

    private final AtomicLongArray cents;
    private final LongAdder written = new LongAdder();
    private final LongAdder again = new LongAdder();

    /** How many orders, and what they came to. */
    record Total(long orders, long cents) {

        static final Total NONE = new Total(0, 0);

        Total plus(long amount) {
            return new Total(orders + 1, cents + amount);
        }

        private Total times(long days) {
            return new Total(orders * days, cents * days);
        }
    }

    /** Of so many days. */
    SalesRecorder(int days) {
        cents = new AtomicLongArray(days * Orders.day().size());
    }

    @Override
    public void accept(Object segment) {
        var sale = (Sale) segment;
        (cents.getAndSet((int) sale.number(), sale.cents()) == 0 ? written : again).increment();
    }

    /** How many sales there are to come. */
    long size() {
        return cents.length();
    }

    /** How many of them are here. */
    long written() {
        return written.sum();
    }

    /** How many came when they were here already. */
    long again() {
        return again.sum();
    }

    /** What is here, by category. */
    Map<String, Total> totals() {
        var totals = new TreeMap<String, Total>();
        for (int number = 0; number < cents.length(); number++) {
            long amount = cents.get(number);
            if (amount != 0) {
                totals.merge(Orders.find(number).category(), Total.NONE.plus(amount), (a, b) -> a.plus(amount));
            }
        }
        return totals;
    }

    /** What a plain loop over the file finds, so many days in a row. */
    static Map<String, Total> expected(int days) {
        var totals = new TreeMap<String, Total>();
        for (Order order : Orders.day()) {
            Sale sale = Orders.price(order);
            totals.merge(order.category(), Total.NONE.plus(sale.cents()), (a, b) -> a.plus(sale.cents()));
        }
        totals.replaceAll((category, total) -> total.times(days));
        return totals;
    }
}
