package io.sardonyx.port;

/**
 * Exception for a broker that is not available at present: unreachable, silent, restarting or full. A retry with
 * back-off may help. Its message names the broker.
 */
public final class BrokerUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1;

    public BrokerUnavailable(String message) {
        super(message);
    }

    public BrokerUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
