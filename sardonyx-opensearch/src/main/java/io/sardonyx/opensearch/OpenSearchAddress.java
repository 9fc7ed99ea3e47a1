package io.sardonyx.opensearch;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The parsed address of a store: servers, index, credentials and TLS.
 *
 * @param servers roots of their HTTP APIs
 * @param index that all documents are in
 * @param user null to connect without credentials
 * @param password what its reference held when the address was parsed
 * @param tls null to connect without encryption
 * @param timeout of each request
 * @param poll longest time between two looks for changes
 */
record OpenSearchAddress(
        List<URI> servers,
        String index,
        @Nullable String user,
        @Nullable String password,
        @Nullable SSLContext tls,
        long leaseMillis,
        Duration timeout,
        Duration poll) {

    static final String SCHEME = "opensearch";

    private static final String PORT = "(\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
    private static final Pattern PLACE =
            Pattern.compile("((?<user>[\\w.-]+)@)?(?<servers>[^@/?]+)(/(?<tenancy>[^?]*))?");
    private static final Pattern SERVER = Pattern.compile("(?<host>[\\w.-]+|\\[[\\w:.]+])(:(?<port>" + PORT + "))?");
    private static final Pattern TENANCY = Pattern.compile("[a-z0-9][a-z0-9_-]{0,199}");
    private static final String DEFAULT_PORT = "9200";
    private static final String EXAMPLE = "; it should look like"
            + " opensearch://user@host:9200,host2:9200/tenancy?password=file:/run/secrets/opensearch";

    private static final Pattern ANY = Pattern.compile(".+");
    private static final Pattern NONE = Pattern.compile("(?!)");
    private static final Map<String, Pattern> SETTINGS = Map.of(
            "password",
            ANY,
            "tls",
            Pattern.compile("true|false"),
            "tls.trust",
            ANY,
            "tls.keys",
            ANY,
            "tls.keys.password",
            ANY,
            "leaseMillis",
            Pattern.compile("[1-9]\\d{3,7}"),
            "timeoutMillis",
            Pattern.compile("[1-9]\\d{2,6}"),
            "pollMillis",
            Pattern.compile("[1-9]\\d{1,4}"));
    private static final String KNOWN =
            "password=env:NAME, password=file:PATH, tls=true, tls.trust=FILE, tls.keys=FILE,"
                    + " tls.keys.password=file:PATH, leaseMillis=1000…86400000, timeoutMillis=100…9999999,"
                    + " pollMillis=10…99999";

    /** OpenSearch makes some hundred writes a second, and every held lease takes three within its length. */
    private static final String LEASE_MILLIS = "30000";

    private static final long MAX_LEASE_MILLIS = 86_400_000;
    private static final String TIMEOUT_MILLIS = "10000";
    private static final String POLL_MILLIS = "500";

    static OpenSearchAddress parse(String address) {
        String prefix = SCHEME + "://";
        if (!address.startsWith(prefix)) {
            throw refusal(address, "it does not begin with " + prefix);
        }
        int question = address.indexOf('?');
        Matcher place = PLACE.matcher(address.substring(prefix.length(), question < 0 ? address.length() : question));
        if (!place.matches()) {
            throw refusal(address, "it lacks HOST:PORT");
        }
        String tenancy = place.group("tenancy");
        if (tenancy == null || !TENANCY.matcher(tenancy).matches()) {
            throw refusal(address, "it lacks a tenancy of small letters, digits, '_' and '-'");
        }
        Map<String, String> settings = settings(address, question);
        String password = secret(address, "password", settings);
        String user = place.group("user");
        if ((user == null) != (password == null)) {
            throw refusal(address, user == null ? "it has a password but no user" : "it has a user but no password");
        }
        SSLContext tls = tls(address, settings);
        return new OpenSearchAddress(
                servers(address, place.group("servers"), tls == null ? "http" : "https"),
                "sardonyx-" + tenancy,
                user,
                password,
                tls,
                leaseMillis(address, settings),
                Duration.ofMillis(Long.parseLong(settings.getOrDefault("timeoutMillis", TIMEOUT_MILLIS))),
                Duration.ofMillis(Long.parseLong(settings.getOrDefault("pollMillis", POLL_MILLIS))));
    }

    private static List<URI> servers(String address, String text, String scheme) {
        List<URI> servers = Pattern.compile(",")
                .splitAsStream(text)
                .map(server -> server(address, server, scheme))
                .toList();
        if (servers.stream().distinct().count() < servers.size()) {
            throw refusal(address, "it names a server twice");
        }
        return servers;
    }

    private static URI server(String address, String text, String scheme) {
        Matcher server = SERVER.matcher(text);
        if (!server.matches()) {
            throw refusal(address, "'" + text + "' is not HOST:PORT");
        }
        String port = server.group("port") == null ? DEFAULT_PORT : server.group("port");
        return URI.create(scheme + "://" + server.group("host") + ":" + port);
    }

    private static long leaseMillis(String address, Map<String, String> settings) {
        long millis = Long.parseLong(settings.getOrDefault("leaseMillis", LEASE_MILLIS));
        if (millis > MAX_LEASE_MILLIS) {
            throw refusal(address, "leaseMillis is more than a day");
        }
        return millis;
    }

    private static @Nullable SSLContext tls(String address, Map<String, String> settings) {
        Path trust = file(address, "tls.trust", settings);
        Path keys = file(address, "tls.keys", settings);
        String keysPassword = secret(address, "tls.keys.password", settings);
        if ((keys == null) != (keysPassword == null)) {
            throw refusal(address, "tls.keys and tls.keys.password belong together");
        }
        if (trust == null && keys == null && !"true".equals(settings.get("tls"))) {
            return null;
        }
        try {
            return TlsContext.of(trust, keys, keysPassword);
        } catch (IOException | GeneralSecurityException e) {
            throw refusal(address, "its certificates and keys cannot be used: " + e.getMessage());
        }
    }

    /** What a reference to a secret holds; a secret itself in an address could be read by all users of the machine. */
    private static @Nullable String secret(String address, String setting, Map<String, String> settings) {
        String reference = settings.get(setting);
        if (reference == null) {
            return null;
        }
        if (reference.startsWith("env:")) {
            String variable = reference.substring("env:".length());
            String value = System.getenv(variable);
            if (value == null || value.isEmpty()) {
                throw refusal(address, "the variable '" + variable + "' for its " + setting + " is not set");
            }
            return value;
        }
        if (!reference.startsWith("file:")) {
            throw refusal(address, "its " + setting + " is a reference, env:NAME or file:PATH");
        }
        Path file = file(address, setting, reference.substring("file:".length()));
        try {
            String text = Files.readString(file).strip();
            if (text.isEmpty() || text.contains("\n")) {
                throw refusal(address, "the file " + file + " does not hold a password in one line");
            }
            return text;
        } catch (IOException e) {
            throw refusal(address, "the file " + file + " with its password cannot be read: " + e);
        }
    }

    private static @Nullable Path file(String address, String setting, Map<String, String> settings) {
        String name = settings.get(setting);
        return name == null ? null : file(address, setting, name);
    }

    private static Path file(String address, String setting, String name) {
        try {
            Path file = Path.of(name);
            if (Files.isReadable(file) && !Files.isDirectory(file)) {
                return file;
            }
        } catch (InvalidPathException e) {
            // told below, as a file that is not there
        }
        throw refusal(address, setting + ": there is no file to read at '" + name + "'");
    }

    private static Map<String, String> settings(String address, int question) {
        var settings = new TreeMap<String, String>();
        if (question < 0) {
            return settings;
        }
        for (String setting : address.substring(question + 1).split("&", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw refusal(address, "a setting is not of the form name=value");
            }
            String name = setting.substring(0, equals);
            String value = URLDecoder.decode(setting.substring(equals + 1), StandardCharsets.UTF_8);
            if (!SETTINGS.getOrDefault(name, NONE).matcher(value).matches()) {
                throw refusal(address, "the setting '" + name + "' is none of " + KNOWN);
            }
            settings.put(name, value);
        }
        return settings;
    }

    /** The message leaves out the settings: one may be a password by mistake. */
    private static IllegalArgumentException refusal(String address, String reason) {
        return new IllegalArgumentException("'" + address.replaceFirst("\\?.*", "?…") + "': " + reason + EXAMPLE);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return servers.stream().map(URI::toString).collect(Collectors.joining(",")) + "/" + index;
    }
}
