package io.sardonyx.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Sample data and functions of the demo job: one day of orders of a fictitious web shop, from a bundled CSV file. */
public final class Orders {

    private static final List<Order> DAY = read("orders.csv");

    private static final int MANY = 5;

    private Orders() {}

    /**
     * One line of the file.
     *
     * @param cents the unit price
     */
    public record Order(long number, String category, String product, int pieces, long cents) {}

    /** The total of an order. */
    public record Sale(long number, String category, long cents) {}

    /** All orders of the file, numbered from 0 on. */
    public static List<Order> day() {
        return DAY;
    }

    /** The order with this number; the file is repeated endlessly with increasing numbers. */
    public static Order find(long number) {
        Order order = DAY.get((int) (number % DAY.size()));
        return new Order(number, order.category, order.product, order.pieces, order.cents);
    }

    /** Computes the total; 10 % discount from five pieces on. */
    public static Sale price(Order order) {
        long full = order.pieces * order.cents;
        return new Sale(order.number, order.category, order.pieces < MANY ? full : full * 9 / 10);
    }

    private static List<Order> read(String name) {
        try (InputStream in = Orders.class.getResourceAsStream(name);
                var lines = new BufferedReader(
                        new InputStreamReader(Objects.requireNonNull(in, name), StandardCharsets.UTF_8))) {
            List<String[]> rows =
                    lines.lines().skip(1).map(line -> line.split(",", -1)).toList();
            var orders = new Order[rows.size()];
            for (int i = 0; i < orders.length; i++) {
                String[] row = rows.get(i);
                orders[i] = new Order(i, row[1], row[2], Integer.parseInt(row[3]), Long.parseLong(row[4]));
            }
            return List.of(orders);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
