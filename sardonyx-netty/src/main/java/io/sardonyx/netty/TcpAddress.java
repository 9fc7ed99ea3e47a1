package io.sardonyx.netty;

import io.netty.util.NetUtil;
import io.sardonyx.value.Site;
import java.util.regex.Pattern;

/** Host and port of a process, as in {@code tcp://host:port}; an IPv6 host stands in brackets. */
record TcpAddress(String host, int port) {

    static final String SCHEME = "tcp";
    private static final String PREFIX = SCHEME + "://";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\\.?");
    private static final int MAX_PORT = 65_535;

    /** The address of a site. */
    static TcpAddress of(Site site) {
        if (!site.address().startsWith(PREFIX)) {
            throw new IllegalArgumentException("its address does not begin with " + PREFIX);
        }
        return parse(site.address().substring(PREFIX.length()));
    }

    /** Parses an advertised {@code host:port}. */
    static TcpAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        String bare = bracketed ? host.substring(1, host.length() - 1) : host;
        if (colon < 0
                || !(bracketed
                        ? NetUtil.isValidIpV6Address(bare)
                        : NAME.matcher(bare).matches())) {
            throw expected(text);
        }
        return new TcpAddress(bare, port(text, text.substring(colon + 1)));
    }

    private static int port(String text, String digits) {
        if (!digits.matches("[0-9]{1,5}")) {
            throw expected(text);
        }
        int port = Integer.parseInt(digits);
        if (port == 0 || port > MAX_PORT) {
            throw expected(text);
        }
        return port;
    }

    private static IllegalArgumentException expected(String text) {
        return new IllegalArgumentException("'" + text + "' is no address: expected is host:port with a port from 1 to "
                + MAX_PORT + ", such as worker-1.example.org:7400, 10.0.0.7:7400 or [fd00::7]:7400");
    }

    Site site() {
        return new Site(PREFIX + this);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
