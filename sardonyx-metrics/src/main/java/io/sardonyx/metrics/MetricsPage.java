package io.sardonyx.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sardonyx.Member;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP endpoint {@code /metrics} for Prometheus. It has no authentication, so it should listen on loopback or in a
 * trusted network.
 *
 * <p>It binds its port before it has anything to show, so that a program can refuse to start when the port is taken.
 */
public final class MetricsPage implements AutoCloseable {

    static final String PATH = "/metrics";

    private static final int THREADS = 2;

    /** Requests that may be queued, by the kernel and for the threads; more are dropped. */
    private static final int WAITING = 32;

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int LATER = 503;

    static {
        /* Without TCP_NODELAY every response on a keep-alive connection is delayed by some 40 ms. */
        prefer("sun.net.httpserver.nodelay", "true");
        // Timeouts in seconds: otherwise a client that sends half a request, or reads no response, blocks a thread for
        // ever.
        prefer("sun.net.httpserver.maxReqTime", "10");
        prefer("sun.net.httpserver.maxRspTime", "10");
    }

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Null until there is something to show; written by the program's thread, read by HTTP threads. */
    private volatile @Nullable Meters meters;

    /** Whether the program has figures of its own to show; written by its thread, read by HTTP threads. */
    private volatile boolean hasFigures;

    private MetricsPage(HttpServer server) {
        this.server = server;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(WAITING),
                run -> {
                    var thread = new Thread(run, "sardonyx-metrics");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private static void prefer(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * Binds a port, 0 for any free one; responds with 503 until there is something to show.
     *
     * @throws IOException when the port cannot be bound
     */
    public static MetricsPage bind(String host, int port) throws IOException {
        var address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IOException(host + " is no known host");
        }
        try {
            return new MetricsPage(HttpServer.create(address, WAITING));
        } catch (IOException e) {
            throw new IOException("cannot listen at " + host + ":" + port + ": " + e.getMessage(), e);
        }
    }

    /** The URL of the endpoint. */
    public String url() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + PATH;
    }

    /**
     * Publishes a figure of the program itself.
     *
     * @param name in Micrometer's notation
     * @param tags alternating keys and values
     * @param value read at each scrape, by any thread
     */
    public void show(String name, String description, DoubleSupplier value, String... tags) {
        Gauge.builder(name, value::getAsDouble)
                .tags(tags)
                .description(description)
                .register(registry);
        hasFigures = true;
    }

    /**
     * Publishes a count of the program itself, which only grows.
     *
     * @param name in Micrometer's notation; Prometheus adds {@code _total}
     * @param tags alternating keys and values
     * @param value read at each scrape, by any thread
     */
    public void count(String name, String description, DoubleSupplier value, String... tags) {
        Measure.count(name, description, DoubleSupplier::getAsDouble).in(registry, Tags.of(tags), () -> value);
        hasFigures = true;
    }

    /** Publishes the metrics of a member. */
    public void show(Member member) {
        meters = Meters.of(member, registry);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Meters shown = meters;
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(NOT_ALLOWED, -1);
            } else if (shown == null && !hasFigures) {
                exchange.sendResponseHeaders(LATER, -1);
            } else {
                if (shown != null) {
                    shown.refresh();
                }
                page(exchange);
            }
        }
    }

    private void page(HttpExchange exchange) throws IOException {
        byte[] body = registry.scrape().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(OK, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        Meters shown = meters;
        if (shown != null) {
            shown.close();
        }
        registry.close();
    }
}
