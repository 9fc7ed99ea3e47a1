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
 * The output of the demo job: an idempotent table of sales by order number, so that a redelivered one changes nothing.
 * Thread-safe.
 */
final class SalesRecorder implements Consumer<Object> {

    /** Amount by order number; 0 for none yet. */
    private final AtomicLongArray cents;

    private final LongAdder written = new LongAdder();
    private final LongAdder again = new LongAdder();

    /** Number and amount of orders. */
    record Total(long orders, long cents) {

        static final Total NONE = new Total(0, 0);

        Total plus(long amount) {
            return new Total(orders + 1, cents + amount);
        }

        private Total times(long days) {
            return new Total(orders * days, cents * days);
        }
    }

    /** A table for that many repetitions of the file. */
    SalesRecorder(int days) {
        cents = new AtomicLongArray(days * Orders.day().size());
    }

    @Override
    public void accept(Object segment) {
        var sale = (Sale) segment;
        (cents.getAndSet((int) sale.number(), sale.cents()) == 0 ? written : again).increment();
    }

    /** Number of expected sales. */
    long size() {
        return cents.length();
    }

    /** Number of distinct sales received. */
    long written() {
        return written.sum();
    }

    /** Number of duplicates received. */
    long again() {
        return again.sum();
    }

    /** The received sales by category. */
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

    /** The expected result, computed by a sequential loop over the file. */
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
