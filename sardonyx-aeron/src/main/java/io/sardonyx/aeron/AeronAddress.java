package io.sardonyx.aeron;

import io.sardonyx.value.Site;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * The host and port of a site's address.
 *
 * @param host a host name or IP address; IPv6 in brackets
 */
record AeronAddress(String host, int port) {

    private static final String PREFIX = AeronWireProvider.SCHEME + "://";
    private static final Pattern HOST = Pattern.compile("[\\w.-]+|\\[[0-9a-fA-F:.%\\w]+]");
    private static final Pattern PORT = Pattern.compile("\\d{1,5}");
    private static final int MAX_PORT = 65_535;

    AeronAddress {
        if (!HOST.matcher(host).matches() || port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("'" + host + ":" + port + "' is not host:port");
        }
    }

    /**
     * The address of a site.
     *
     * @throws IllegalArgumentException when it is not of the form aeron://host:port
     */
    static AeronAddress of(Site site) {
        if (!site.address().startsWith(PREFIX)) {
            throw new IllegalArgumentException("'" + site + "' is not of the form " + PREFIX + "host:port");
        }
        return parse(site.address().substring(PREFIX.length()));
    }

    /**
     * Parses {@code host:port}.
     *
     * @throws IllegalArgumentException when it is not of the form host:port
     */
    static AeronAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0 || !PORT.matcher(text.substring(colon + 1)).matches()) {
            throw new IllegalArgumentException("'" + text + "' is not host:port");
        }
        return new AeronAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** Whether the host is a loopback address; false if it cannot be resolved. */
    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    Site site() {
        return new Site(PREFIX + this);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
