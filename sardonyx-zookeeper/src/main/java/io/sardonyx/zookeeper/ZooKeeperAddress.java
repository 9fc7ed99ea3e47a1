package io.sardonyx.zookeeper;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The parsed address of a store: servers, root path and settings.
 *
 * @param servers connect string of the ZooKeeper client
 * @param root path of the tenancy, below which all znodes are
 * @param creatorOnly whether created znodes get an ACL for our own identity only
 * @param client settings of the ZooKeeper client
 */
record ZooKeeperAddress(
        String servers, String root, int sessionTimeoutMillis, boolean creatorOnly, Map<String, String> client) {

    static final String SCHEME = "zookeeper";

    private static final int DEFAULT_SESSION_TIMEOUT_MILLIS = 10_000;
    private static final String PORT = "(\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
    private static final String SERVER = "([\\w.-]+|\\[[\\w:.]+])(:" + PORT + ")?";
    private static final Pattern SERVERS = Pattern.compile(SERVER + "(," + SERVER + ")*");
    private static final Pattern TENANCY = Pattern.compile("(/[\\w-][\\w.-]*)+");
    private static final String EXAMPLE = "; it should look like zookeeper://host:2181,host2:2181/tenancy";

    static ZooKeeperAddress parse(String address) {
        String prefix = SCHEME + "://";
        if (!address.startsWith(prefix)) {
            throw refusal(address, "it does not begin with " + prefix);
        }
        int question = address.indexOf('?');
        String place = address.substring(prefix.length(), question < 0 ? address.length() : question);
        int slash = place.indexOf('/');
        String servers = slash < 0 ? place : place.substring(0, slash);
        String root = slash < 0 ? "" : place.substring(slash);
        if (!SERVERS.matcher(servers).matches()) {
            throw refusal(address, "its list of servers is malformed");
        }
        if (!TENANCY.matcher(root).matches()) {
            throw refusal(address, "it lacks a tenancy of letters, digits, '_', '-' and '.'");
        }
        if (root.equals("/zookeeper") || root.startsWith("/zookeeper/")) {
            throw refusal(address, "/zookeeper belongs to ZooKeeper itself");
        }
        return with(address, servers, root, settings(address, question));
    }

    private static ZooKeeperAddress with(String address, String servers, String root, Map<String, String> settings) {
        int timeout = DEFAULT_SESSION_TIMEOUT_MILLIS;
        boolean creatorOnly = false;
        var client = new TreeMap<String, String>();
        for (var setting : settings.entrySet()) {
            String value = setting.getValue();
            if (setting.getKey().equals("sessionTimeoutMillis") && value.matches("[1-9]\\d{2,6}")) {
                timeout = Integer.parseInt(value);
            } else if (setting.getKey().equals("acl") && value.matches("open|creator")) {
                creatorOnly = value.equals("creator");
            } else if (setting.getKey().startsWith("zookeeper.")) {
                client.put(setting.getKey(), value);
            } else {
                throw refusal(
                        address,
                        "'" + setting.getKey() + "=" + value + "' is none of sessionTimeoutMillis=100…9999999,"
                                + " acl=open, acl=creator, zookeeper.…=…");
            }
        }
        return new ZooKeeperAddress(servers, root, timeout, creatorOnly, Map.copyOf(client));
    }

    private static Map<String, String> settings(String address, int question) {
        var settings = new TreeMap<String, String>();
        if (question < 0) {
            return settings;
        }
        for (String setting : address.substring(question + 1).split("&", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw refusal(address, "the setting '" + setting + "' is not of the form name=value");
            }
            settings.put(
                    setting.substring(0, equals),
                    URLDecoder.decode(setting.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return settings;
    }

    /** The message leaves out the settings: one may be a password. */
    private static IllegalArgumentException refusal(String address, String reason) {
        return new IllegalArgumentException("'" + address.replaceFirst("\\?.*", "?…") + "': " + reason + EXAMPLE);
    }
}
