package io.sardonyx.testkit.growth;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a process holds: the objects that live after a collection, by class, its threads and its descriptors.
 *
 * @param instances how many there are of each class
 * @param bytes of all of them
 */
public record LiveHeap(Map<String, Long> instances, long bytes, int threads, long descriptors) {

    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    /** As it is now. */
    public static LiveHeap now() {
        var instances = new TreeMap<String, Long>();
        long bytes = 0;
        for (String line : histogram().lines().toList()) {
            Matcher found = LINE.matcher(line);
            if (found.matches()) {
                instances.merge(found.group(3), Long.parseLong(found.group(1)), Long::sum);
                bytes += Long.parseLong(found.group(2));
            }
        }
        return new LiveHeap(
                instances, bytes, ManagementFactory.getThreadMXBean().getThreadCount(), openDescriptors());
    }

    /** The most of everything at this moment or at another. */
    public LiveHeap most(LiveHeap other) {
        var both = new TreeMap<>(instances);
        other.instances.forEach((name, count) -> both.merge(name, count, Math::max));
        return new LiveHeap(
                both,
                Math.max(bytes, other.bytes),
                Math.max(threads, other.threads),
                Math.max(descriptors, other.descriptors));
    }

    private static long openDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }

    private static String histogram() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Which classes have more instances than before.
     *
     * @param part by which part of what they had they may grow
     * @param slack by how many they may grow in any case
     */
    public List<String> grownSince(LiveHeap before, double part, long slack) {
        var grown = new ArrayList<String>();
        instances.forEach((name, count) -> {
            long former = before.instances.getOrDefault(name, 0L);
            if (isOurs(name) && count > former + former * part + slack) {
                grown.add(name + " from " + former + " to " + count);
            }
        });
        return grown;
    }

    /** Ours, and what others keep things in; the JDK's own come and go. */
    private static boolean isOurs(String name) {
        return name.startsWith("io.sardonyx.") || name.startsWith("java.util.");
    }
}
